extension PostgRESTTable {
  /// See `PostgREST.script`; without a line's end.
  static var script: String {
    (["\(opening)\n"] + all.map(\.sql) + [closing]).joined(separator: "\n")
  }

  private static let opening = """
    -- hsync: one table for each kind of record (docs/records.md), for `hsync login --dialect postgrest`.
    --
    -- Supabase: paste this into the SQL editor and run it. Elsewhere: psql -f, in the schema that PostgREST serves, as the owner of that
    -- schema. It may be run again: after an update of hsync that adds a kind or a column it has to be.
    --
    -- A row is (user_id, id). Each user sees and writes the own rows alone. hlc is the version of the record (milliseconds since 1970 * 65536
    -- + a counter), dev the device that made it. A deleted record keeps its row, with deleted_at and without data. The tables are a mirror:
    -- nothing is read back from them, and an UPDATE that doesn't raise hlc does nothing.

    -- What Supabase has and a bare PostgREST may not: the role of signed-in users, and the user of the token.
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'authenticated') then
        create role authenticated nologin;
      end if;
      if to_regprocedure('auth.uid()') is null then
        create schema if not exists auth;
        grant usage on schema auth to authenticated;
        create function auth.uid() returns uuid language sql stable
          return (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid;
      end if;
    end $$;

    -- The newer version stays, whatever the order of arrival; the same one again changes nothing.
    create or replace function hsync_newer_wins() returns trigger language plpgsql set search_path = '' as $$
    begin
      if (new.hlc, new.dev collate "C") <= (old.hlc, old.dev collate "C") then
        return null;
      end if;
      return new;
    end $$;
    """

  private static let closing = """
    -- PostgREST learns of the tables at once.
    notify pgrst, 'reload schema';
    """

  /// The part about one table.
  private var sql: String {
    let added = (columns.map { "\($0.name) \($0.type)" } + ["extra jsonb"]).map { "  add column if not exists \($0)" }
    let required = columns.filter(\.isRequired).map { "\($0.name) is not null" }
    // Of a kind without required values every row is whole.
    let isWhole = required.isEmpty ? "true" : required.joined(separator: " and ")
    return """
      create table if not exists \(name) (
        user_id uuid not null default auth.uid(),
        id text not null check (length(id) between 1 and 200),
        hlc bigint not null,
        dev text not null,
        deleted_at timestamptz,
        primary key (user_id, id)
      );
      alter table \(name)
      \(added.joined(separator: ",\n"));
      alter table \(name) drop constraint if exists \(name)_is_whole;
      alter table \(name) add constraint \(name)_is_whole check (deleted_at is not null or (
        \(isWhole)));
      create or replace trigger hsync_newer_wins before update on \(name)
        for each row execute function hsync_newer_wins();
      alter table \(name) enable row level security;
      drop policy if exists hsync_own_rows on \(name);
      create policy hsync_own_rows on \(name) for all to authenticated
        using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
      grant select, insert, update, delete on \(name) to authenticated;

      """
  }
}
