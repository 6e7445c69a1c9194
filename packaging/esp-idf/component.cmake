# SPDX-License-Identifier: MIT
# A stand-in for what a component's CMakeLists.txt calls.
function(idf_component_get_property var component property)
    set(${var} ${component} PARENT_SCOPE) # COMPONENT_LIB
endfunction()

# A library of the files and folders that the component names, linked with what it requires. Its
# name is that of its folder in the build.
macro(idf_component_register)
    cmake_parse_arguments(_ "" "" "SRCS;SRC_DIRS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS;REQUIRES" ${ARGN})
    if(__UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "idf_component_register: ${__UNPARSED_ARGUMENTS}")
    endif()
    foreach(folder ${__SRC_DIRS})
        file(GLOB found ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.c)
        list(APPEND __SRCS ${found})
    endforeach()
    get_filename_component(COMPONENT_LIB ${CMAKE_CURRENT_BINARY_DIR} NAME)
    add_library(${COMPONENT_LIB} STATIC ${__SRCS})
    target_include_directories(${COMPONENT_LIB} PUBLIC ${__INCLUDE_DIRS}
        PRIVATE ${__PRIV_INCLUDE_DIRS})
    target_link_libraries(${COMPONENT_LIB} PUBLIC ${__REQUIRES})
endmacro()
