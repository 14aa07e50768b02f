# SPDX-License-Identifier: MIT
# expect_verdict(<what> accepted|refused <regex> <command>...): the command succeeds or fails, and says so, wherever its
# lines break.

function(expect_verdict what verdict text)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(status EQUAL 0)
        set(got accepted)
    else()
        set(got refused)
    endif()
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    if(NOT got STREQUAL verdict OR NOT output MATCHES "${text}")
        message(SEND_ERROR "${what} must be ${verdict} with '${text}', but was ${got}: ${output}")
    endif()
endfunction()
