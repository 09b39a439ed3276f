// SPDX-License-Identifier: MIT
//
// The compiled parts of Asio and Beast, once (see BOOST_ASIO_SEPARATE_COMPILATION in
// CMakeLists.txt).

#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
