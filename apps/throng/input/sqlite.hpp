// SPDX-License-Identifier: MIT
// An SQLite database in memory.
#pragma once

#include <memory>
#include <sqlite3.h>
#include <string>
#include <string_view>

namespace throng::app {

struct CloseDatabase {
    void operator()(sqlite3* database) const noexcept { ::sqlite3_close(database); }
};
struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const noexcept { ::sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

/// An empty database. Throws std::bad_alloc.
Database new_database();

/// The database of these bytes, to be read alone. Null: they are no database.
Database opened_database(std::string_view bytes);

/// Null: the database cannot do that.
Statement prepared(const Database& database, std::string_view sql);

/// The content of a file with this database. Throws std::bad_alloc.
std::string bytes_of(const Database& database);

} // namespace throng::app
