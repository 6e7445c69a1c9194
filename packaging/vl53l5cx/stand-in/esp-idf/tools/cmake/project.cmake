# SPDX-License-Identifier: MIT
# A stand-in for ESP-IDF's project(): a library of each component, and the program. STAND_IN is the
# folder of the stand-ins.
include(${CMAKE_CURRENT_LIST_DIR}/../../../../../esp-idf/component.cmake)

macro(project name)
    _project(${name} C)
    set(ESP_PLATFORM 1)
    foreach(driver vl53l5cx driver)
        add_library(${driver} INTERFACE)
        target_include_directories(${driver} INTERFACE ${STAND_IN} ${STAND_IN}/esp-idf)
    endforeach()
    add_subdirectory(${CMAKE_SOURCE_DIR}/components/oct9 oct9)
    add_subdirectory(main)
    add_executable(${name} ${STAND_IN}/esp-idf/main.c ${STAND_IN}/scene.c)
    target_link_libraries(${name} main vl53l5cx)
endmacro()
