# SPDX-License-Identifier: MIT
# A stand-in for project() of ESP-IDF 5 and 6, as IDF says: a library of each component, and the
# program. A component sees what it requires, and nothing else. STAND_IN is the folder of the
# stand-ins.
include(${CMAKE_CURRENT_LIST_DIR}/../../../../../esp-idf/component.cmake)

# stand_in_component NAME FOLDER...: has headers only.
function(stand_in_component name)
    add_library(${name} INTERFACE)
    add_library(idf::${name} ALIAS ${name})
    target_include_directories(${name} INTERFACE ${ARGN})
endfunction()

macro(project name)
    _project(${name} C)
    set(ESP_PLATFORM 1)
    include_directories(${STAND_IN} ${STAND_IN}/esp-idf) # FreeRTOS, which all components see
    stand_in_component(esp_driver_gpio ${STAND_IN}/esp-idf/esp_driver_gpio)
    stand_in_component(esp_driver_i2c ${STAND_IN}/esp-idf/esp_driver_i2c)
    target_link_libraries(esp_driver_i2c INTERFACE esp_driver_gpio)
    stand_in_component(driver)
    if(IDF LESS 6)
        target_link_libraries(driver INTERFACE esp_driver_gpio esp_driver_i2c)
    endif()

    # The registry's component requires `driver` and names nothing else, up to 4.0.0 at least.
    add_library(rjrp44__vl53l5cx STATIC ${STAND_IN}/scene.c)
    target_include_directories(rjrp44__vl53l5cx PUBLIC ${STAND_IN}/esp-idf/vl53l5cx)
    target_link_libraries(rjrp44__vl53l5cx PUBLIC driver)

    add_subdirectory(${CMAKE_SOURCE_DIR}/components/oct9 oct9)
    add_subdirectory(main)
    add_executable(${name} ${STAND_IN}/esp-idf/main.c)
    target_link_libraries(${name} main rjrp44__vl53l5cx main)
endmacro()
