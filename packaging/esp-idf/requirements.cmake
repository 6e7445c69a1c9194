# SPDX-License-Identifier: MIT
# ESP-IDF first runs a component's CMakeLists.txt as a script, to learn what it requires: there a
# command that needs a project, like project(), fails.
macro(idf_component_register)
    set(registered TRUE)
    return() # from the component's file
endmacro()

set(ESP_PLATFORM 1)
include(${CMAKE_CURRENT_LIST_DIR}/../../CMakeLists.txt)
if(NOT registered)
    message(FATAL_ERROR "no component was registered")
endif()
