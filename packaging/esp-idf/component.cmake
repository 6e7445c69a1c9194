# SPDX-License-Identifier: MIT
# A stand-in for idf_component_register: a library of the files and folders that the component
# names, linked with what it requires. Its name is that of its folder in the build.
macro(idf_component_register)
    cmake_parse_arguments(_ "" "" "SRCS;SRC_DIRS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS;REQUIRES" ${ARGN})
    if(__UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "idf_component_register: ${__UNPARSED_ARGUMENTS}")
    endif()
    foreach(folder ${__SRC_DIRS})
        file(GLOB found ${CMAKE_CURRENT_LIST_DIR}/${folder}/*.c)
        list(APPEND __SRCS ${found})
    endforeach()
    get_filename_component(name ${CMAKE_CURRENT_BINARY_DIR} NAME)
    add_library(${name} STATIC ${__SRCS})
    target_include_directories(${name} PUBLIC ${__INCLUDE_DIRS} PRIVATE ${__PRIV_INCLUDE_DIRS})
    target_link_libraries(${name} PUBLIC ${__REQUIRES})
endmacro()
