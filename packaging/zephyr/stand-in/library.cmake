# SPDX-License-Identifier: MIT
# Stand-ins for the functions of Zephyr that a module calls: they make a library, whose headers go
# to all.
add_library(zephyr_interface INTERFACE)

macro(zephyr_library_named name)
    set(ZEPHYR_CURRENT_LIBRARY ${name})
    add_library(${name} STATIC)
    set_property(GLOBAL APPEND PROPERTY ZEPHYR_LIBS ${name})
    target_link_libraries(${name} PRIVATE zephyr_interface)
endmacro()

function(zephyr_library_sources)
    target_sources(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

function(zephyr_library_include_directories)
    target_include_directories(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

function(zephyr_library_compile_definitions)
    target_compile_definitions(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

function(zephyr_include_directories)
    target_include_directories(zephyr_interface INTERFACE ${ARGN})
endfunction()
