#pragma once

// libpq, PostgreSQL's client library, opened when a database of it is named: the server with SQLite doesn't need it, and no build does.
//
// The functions have the names and signatures of libpq-fe.h with hs_ in place of PQ. The declarations are our own, of what has been the same since
// libpq 14. hs_postgres_open() must have returned NULL before any other of them is called.

#include <stdbool.h>
#include <stddef.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/// The next wish of PQconnectPoll.
enum { HS_POLLING_FAILED = 0, HS_POLLING_READING = 1, HS_POLLING_WRITING = 2, HS_POLLING_OK = 3 };
/// Kinds of results.
enum { HS_RESULT_COMMAND_OK = 1, HS_RESULT_TUPLES_OK = 2, HS_RESULT_FATAL_ERROR = 7, HS_RESULT_PIPELINE_SYNC = 10, HS_RESULT_PIPELINE_ABORTED = 11 };
/// The state of a connection's transaction: none is open.
enum { HS_TRANSACTION_IDLE = 0 };
/// How much the message of an error tells.
enum { HS_ERRORS_DEFAULT = 1, HS_ERRORS_VERBOSE = 2 };

/// Opens libpq, once; any thread may call it. NULL when it worked, else what is wrong.
const char *_Nullable hs_postgres_open(void);

/// Returns an option of a connection string as it is written there, to be freed; NULL when it isn't given. `is_valid` tells whether the text is one.
char *_Nullable hs_connection_option(const char *text, const char *keyword, bool *is_valid);

/// Begins to connect. Until hs_begin_pipelines, the message of an error of the server has its SQLSTATE, which libpq tells in no other way.
PGconn *_Nullable hs_connectStartParams(const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values);
int hs_connectPoll(PGconn *connection);
bool hs_isConnected(const PGconn *connection);
int hs_transactionStatus(const PGconn *connection);
int hs_socket(const PGconn *connection);
const char *hs_errorMessage(const PGconn *connection);
void hs_finish(PGconn *connection);
/// Whether the server asked for a password, and there was none.
bool hs_needsPassword(const PGconn *connection);
/// Makes it ready for pipelines that don't block, and drops notices. False when it can't be.
bool hs_begin_pipelines(PGconn *connection);

int hs_sendPrepare(PGconn *connection, const char *name, const char *sql);
/// Runs a prepared statement. `format` of results: 0 = text, 1 = binary.
int hs_sendQueryPrepared(
    PGconn *connection, const char *name, int count, const char *_Nullable const *_Nullable values, const int *_Nullable lengths,
    const int *_Nullable formats, int format);
int hs_pipelineSync(PGconn *connection);
int hs_flush(PGconn *connection);
int hs_consumeInput(PGconn *connection);
int hs_isBusy(PGconn *connection);
PGresult *_Nullable hs_getResult(PGconn *connection);

int hs_resultStatus(const PGresult *result);
/// A field of an error: 'C' its SQLSTATE, 'M' its message. NULL when there is none.
const char *_Nullable hs_resultErrorField(const PGresult *result, int field);
int hs_ntuples(const PGresult *result);
int hs_nfields(const PGresult *result);
const char *_Nullable hs_getvalue(const PGresult *result, int row, int column);
int hs_getlength(const PGresult *result, int row, int column);
int hs_getisnull(const PGresult *result, int row, int column);
/// The number of rows that a command changed, as text.
const char *hs_cmdTuples(PGresult *result);
void hs_clear(PGresult *result);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
