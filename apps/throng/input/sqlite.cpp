// SPDX-License-Identifier: MIT
// An SQLite database in memory.
#include "apps/throng/input/sqlite.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace throng::app {

Database new_database() {
    sqlite3* opened = nullptr;
    const int status = ::sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nullptr);
    Database database(opened);
    if (status != SQLITE_OK) throw std::bad_alloc();
    return database;
}

Database opened_database(std::string_view bytes) {
    constexpr std::size_t header = 100;
    if (bytes.size() < header) return nullptr;
    Database database = new_database();
    // A file may be made to do harm: nothing in it is to be run but tables.
    ::sqlite3_db_config(database.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    ::sqlite3_db_config(database.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    ::sqlite3_db_config(database.get(), SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    ::sqlite3_db_config(database.get(), SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    auto* copy = static_cast<unsigned char*>(::sqlite3_malloc64(bytes.size()));
    if (!copy) throw std::bad_alloc();
    std::memcpy(copy, bytes.data(), bytes.size());
    // The versions of the file format: 2 is a write-ahead log, which memory has none of.
    std::fill(copy + 18, copy + 20, static_cast<unsigned char>(1));
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    const int status = ::sqlite3_deserialize(database.get(), "main", copy, size, size,
                                             SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
    return status == SQLITE_OK ? std::move(database) : nullptr;
}

Statement prepared(const Database& database, std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int status =
        ::sqlite3_prepare_v2(database.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    return Statement(status == SQLITE_OK ? statement : nullptr);
}

std::string bytes_of(const Database& database) {
    sqlite3_int64 size = 0;
    unsigned char* bytes = ::sqlite3_serialize(database.get(), "main", &size, 0);
    if (!bytes) throw std::bad_alloc();
    std::string copy(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    ::sqlite3_free(bytes);
    return copy;
}

} // namespace throng::app
