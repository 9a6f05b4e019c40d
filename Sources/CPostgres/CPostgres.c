#include "CPostgres.h"

#include <CLazy.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// As libpq-fe.h declares them. They are never linked with: only their types are used.
struct option {
  char *keyword, *environment, *compiled, *value, *label, *shown;
  int size;
};
typedef void (*notice_receiver)(void *, const PGresult *);
extern struct option *PQconninfoParse(const char *, char **);
extern void PQconninfoFree(struct option *);
extern void PQfreemem(void *);
extern PGconn *PQconnectStartParams(const char *const *, const char *const *, int);
extern int PQconnectPoll(PGconn *);
extern int PQstatus(const PGconn *);
extern int PQtransactionStatus(const PGconn *);
extern int PQsocket(const PGconn *);
extern char *PQerrorMessage(const PGconn *);
extern void PQfinish(PGconn *);
extern int PQconnectionNeedsPassword(const PGconn *);
extern int PQsetErrorVerbosity(PGconn *, int);
extern int PQsetnonblocking(PGconn *, int);
extern notice_receiver PQsetNoticeReceiver(PGconn *, notice_receiver, void *);
extern int PQenterPipelineMode(PGconn *);
extern int PQsendPrepare(PGconn *, const char *, const char *, int, const unsigned *);
extern int PQsendQueryPrepared(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
extern int PQpipelineSync(PGconn *);
extern int PQflush(PGconn *);
extern int PQconsumeInput(PGconn *);
extern int PQisBusy(PGconn *);
extern PGresult *PQgetResult(PGconn *);
extern int PQresultStatus(const PGresult *);
extern char *PQresultErrorField(const PGresult *, int);
extern int PQntuples(const PGresult *);
extern int PQnfields(const PGresult *);
extern char *PQgetvalue(const PGresult *, int, int);
extern int PQgetlength(const PGresult *, int, int);
extern int PQgetisnull(const PGresult *, int, int);
extern char *PQcmdTuples(PGresult *);
extern void PQclear(PGresult *);

#define HS_FUNCTIONS(X) \
  X(PQconninfoParse) \
  X(PQconninfoFree) \
  X(PQfreemem) \
  X(PQconnectStartParams) \
  X(PQconnectPoll) \
  X(PQstatus) \
  X(PQtransactionStatus) \
  X(PQsocket) \
  X(PQerrorMessage) \
  X(PQfinish) \
  X(PQconnectionNeedsPassword) \
  X(PQsetErrorVerbosity) \
  X(PQsetnonblocking) \
  X(PQsetNoticeReceiver) \
  X(PQenterPipelineMode) \
  X(PQsendPrepare) \
  X(PQsendQueryPrepared) \
  X(PQpipelineSync) \
  X(PQflush) \
  X(PQconsumeInput) \
  X(PQisBusy) \
  X(PQgetResult) \
  X(PQresultStatus) \
  X(PQresultErrorField) \
  X(PQntuples) \
  X(PQnfields) \
  X(PQgetvalue) \
  X(PQgetlength) \
  X(PQgetisnull) \
  X(PQcmdTuples) \
  X(PQclear)

HS_LAZY_LIBRARY(hs_postgres_open, "libpq", "libpq.so.5", NULL)

char *hs_connection_option(const char *text, const char *keyword, bool *is_valid) {
  char *problem = NULL, *found = NULL;
  struct option *options = p_PQconninfoParse(text, &problem);
  // What it says may hold the password.
  if (problem) p_PQfreemem(problem);
  *is_valid = options != NULL;
  for (struct option *option = options; option && option->keyword; option++) {
    if (option->value && strcmp(option->keyword, keyword) == 0) found = strdup(option->value);
  }
  if (options) p_PQconninfoFree(options);
  return found;
}

PGconn *hs_connectStartParams(const char *const *keywords, const char *const *values) {
  PGconn *connection = p_PQconnectStartParams(keywords, values, 1);
  if (connection) p_PQsetErrorVerbosity(connection, HS_ERRORS_VERBOSE);
  return connection;
}

bool hs_needsPassword(const PGconn *connection) { return p_PQconnectionNeedsPassword(connection) == 1; }

int hs_connectPoll(PGconn *connection) { return p_PQconnectPoll(connection); }

bool hs_isConnected(const PGconn *connection) { return p_PQstatus(connection) != 1; }

int hs_transactionStatus(const PGconn *connection) { return p_PQtransactionStatus(connection); }

int hs_socket(const PGconn *connection) { return p_PQsocket(connection); }

const char *hs_errorMessage(const PGconn *connection) { return p_PQerrorMessage(connection); }

void hs_finish(PGconn *connection) { p_PQfinish(connection); }

static void drop_notice(void *unused, const PGresult *notice) {
  (void)unused;
  (void)notice;
}

bool hs_begin_pipelines(PGconn *connection) {
  p_PQsetNoticeReceiver(connection, drop_notice, NULL);
  p_PQsetErrorVerbosity(connection, HS_ERRORS_DEFAULT);
  return p_PQsetnonblocking(connection, 1) == 0 && p_PQenterPipelineMode(connection) == 1;
}

int hs_sendPrepare(PGconn *connection, const char *name, const char *sql) { return p_PQsendPrepare(connection, name, sql, 0, NULL); }

int hs_sendQueryPrepared(
    PGconn *connection, const char *name, int count, const char *const *values, const int *lengths, const int *formats, int format) {
  return p_PQsendQueryPrepared(connection, name, count, values, lengths, formats, format);
}

int hs_pipelineSync(PGconn *connection) { return p_PQpipelineSync(connection); }

int hs_flush(PGconn *connection) { return p_PQflush(connection); }

int hs_consumeInput(PGconn *connection) { return p_PQconsumeInput(connection); }

int hs_isBusy(PGconn *connection) { return p_PQisBusy(connection); }

PGresult *hs_getResult(PGconn *connection) { return p_PQgetResult(connection); }

int hs_resultStatus(const PGresult *result) { return p_PQresultStatus(result); }

const char *hs_resultErrorField(const PGresult *result, int field) { return p_PQresultErrorField(result, field); }

int hs_ntuples(const PGresult *result) { return p_PQntuples(result); }

int hs_nfields(const PGresult *result) { return p_PQnfields(result); }

const char *hs_getvalue(const PGresult *result, int row, int column) { return p_PQgetvalue(result, row, column); }

int hs_getlength(const PGresult *result, int row, int column) { return p_PQgetlength(result, row, column); }

int hs_getisnull(const PGresult *result, int row, int column) { return p_PQgetisnull(result, row, column); }

const char *hs_cmdTuples(PGresult *result) { return p_PQcmdTuples(result); }

void hs_clear(PGresult *result) { p_PQclear(result); }
