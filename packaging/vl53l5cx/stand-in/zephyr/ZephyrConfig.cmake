# SPDX-License-Identifier: MIT
# A stand-in for Zephyr's package: the options of prj.conf, the module, and the target app. STAND_IN
# is the folder of the stand-ins, MODULE that of the module's CMakeLists.txt.
project(Zephyr-Kernel C)
file(STRINGS ${CMAKE_SOURCE_DIR}/prj.conf options REGEX "^CONFIG_[A-Z0-9_]+=")
foreach(option ${options})
    string(REGEX MATCH "^([A-Z0-9_]+)=(.*)$" parts ${option})
    set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
endforeach()
include(${STAND_IN}/../../zephyr/library.cmake)
add_subdirectory(${MODULE} module)
get_property(libraries GLOBAL PROPERTY ZEPHYR_LIBS)
add_executable(app ${STAND_IN}/zephyr/bus.c)
target_compile_definitions(app PRIVATE SCENE_ON_BUS)
target_include_directories(app PRIVATE ${STAND_IN} ${STAND_IN}/zephyr)
target_link_libraries(app PRIVATE zephyr_interface ${libraries})
