# embed_files(target symbol root FILES...): embeds the bytes of FILES below the folder root into the target, as the table
# `extern const std::span<const winnow::EmbeddedFile> symbol`.
function(embed_files target symbol root)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
  list(TRANSFORM ARGN PREPEND "${root}/" OUTPUT_VARIABLE inputs)
  list(JOIN ARGN "," joined)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D "OUTPUT=${output}" -D "SYMBOL=${symbol}" -D "ROOT=${root}" -D "FILES=${joined}"
            -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${inputs} "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
    COMMENT "Embedding ${symbol}" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
