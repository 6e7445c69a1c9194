# SPDX-License-Identifier: MIT
# cmake --install: headers, the library, and what find_package(oct9) and pkg-config read.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS oct9 EXPORT oct9 ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/oct9.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/oct9 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Nothing else has to be found first, so that the targets are the whole configuration.
set(oct9_config ${CMAKE_INSTALL_LIBDIR}/cmake/oct9)
install(EXPORT oct9 NAMESPACE oct9:: FILE oct9Config.cmake DESTINATION ${oct9_config})
write_basic_package_version_file(oct9ConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/oct9ConfigVersion.cmake DESTINATION ${oct9_config})

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up ${up})
set(libdir ${CMAKE_INSTALL_LIBDIR})
set(includedir ${CMAKE_INSTALL_INCLUDEDIR})
set(version ${PROJECT_VERSION})
configure_file(packaging/install/oct9.pc.in oct9.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/oct9.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
