# clew_web_page(OUTPUT): the variable OUTPUT gets the name of a C++ source that holds the web page,
# compressed (see src/serve/http/static_files.h). It is made by Node from web/ whenever something there
# changes. Without Node the source is a page that says how to get it.
function(clew_web_page output)
  set(source ${PROJECT_BINARY_DIR}/web/embedded_files.cc)
  set(${output} ${source} PARENT_SCOPE)
  find_program(CLEW_NODE NAMES node nodejs)
  find_program(CLEW_NPM npm)
  mark_as_advanced(CLEW_NODE CLEW_NPM)
  if(NOT CLEW_NODE OR NOT CLEW_NPM)
    message(WARNING "Node or npm is missing: the program will have no web page. On Debian: apt-get install nodejs npm, then configure again.")
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [=[
#include "serve/http/static_files.h"
namespace clew {
std::span<const EmbeddedFile> embedded_files() {
  static const EmbeddedFile files[] = {
      {"/index.html",
       "<!doctype html><meta charset=\"utf-8\"><title>Clew</title><h1>The page is not in this program</h1>"
       "<p>It was built without Node and npm. On Debian: apt-get install nodejs npm, then ./dev clean and ./dev build.</p>",
       false}};
  return files;
}
}  // namespace clew
]=])
    return()
  endif()
  set(web ${PROJECT_SOURCE_DIR}/web)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
  list(FILTER inputs EXCLUDE REGEX "\\.test\\.tsx?$")
  add_custom_command(OUTPUT ${source}
    COMMAND ${CLEW_NODE} ${web}/build/embed.mjs ${source}
    DEPENDS ${inputs} ${web}/index.html ${web}/package-lock.json ${web}/vite.config.ts ${web}/tsconfig.json ${web}/build/embed.mjs
    COMMENT "Building the web page"
    VERBATIM)
endfunction()

# clew_export_page(OUTPUT): the same for the script and the style of exported files (see
# src/export/export_page.h). Without Node the source holds neither.
function(clew_export_page output)
  set(source ${PROJECT_BINARY_DIR}/web/export_page.cc)
  set(${output} ${source} PARENT_SCOPE)
  find_program(CLEW_NODE NAMES node nodejs)
  find_program(CLEW_NPM npm)
  mark_as_advanced(CLEW_NODE CLEW_NPM)
  if(NOT CLEW_NODE OR NOT CLEW_NPM)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [=[
#include "export/export_page.h"
namespace clew {
ExportPage export_page() { return {}; }
}  // namespace clew
]=])
    return()
  endif()
  set(web ${PROJECT_SOURCE_DIR}/web)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${web}/src/*)
  list(FILTER inputs EXCLUDE REGEX "\\.test\\.tsx?$")
  add_custom_command(OUTPUT ${source}
    COMMAND ${CLEW_NODE} ${web}/build/embed_export.mjs ${source}
    DEPENDS ${inputs} ${web}/package-lock.json ${web}/vite.export.config.ts ${web}/tsconfig.json ${web}/build/embed.mjs ${web}/build/embed_export.mjs
    COMMENT "Building the page of exported files"
    VERBATIM)
endfunction()
