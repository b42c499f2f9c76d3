// Writing files so that no reader ever meets half of something.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result/result.h"
#include "edge/os/files.h"

namespace headgate::os {

/// See Files::write.
Status write_file(const std::string& path, std::string_view content, Durability durability);

/// See Files::append.
Result<Appended> append_to_file(const std::string& path, std::string_view content);

/// See Files::open_lines.
Result<std::unique_ptr<LineFile>> open_line_file(const std::string& path);

}  // namespace headgate::os
