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

create table if not exists hsync_meal (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_meal
  add column if not exists day date,
  add column if not exists eaten_at_ms bigint,
  add column if not exists utc_offset_min bigint,
  add column if not exists slot text,
  add column if not exists name text,
  add column if not exists brand text,
  add column if not exists gtin text,
  add column if not exists servings double precision,
  add column if not exists grams double precision,
  add column if not exists energy_kcal double precision,
  add column if not exists protein_g double precision,
  add column if not exists carbs_g double precision,
  add column if not exists fat_g double precision,
  add column if not exists sugars_g double precision,
  add column if not exists saturated_fat_g double precision,
  add column if not exists fiber_g double precision,
  add column if not exists salt_g double precision,
  add column if not exists source text,
  add column if not exists revision text,
  add column if not exists basis text,
  add column if not exists doubts jsonb,
  add column if not exists note text,
  add column if not exists created_at_ms bigint,
  add column if not exists extra jsonb;
alter table hsync_meal drop constraint if exists hsync_meal_is_whole;
alter table hsync_meal add constraint hsync_meal_is_whole check (deleted_at is not null or (
  day is not null and eaten_at_ms is not null and utc_offset_min is not null and slot is not null and name is not null and source is not null and basis is not null and doubts is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_meal
  for each row execute function hsync_newer_wins();
alter table hsync_meal enable row level security;
drop policy if exists hsync_own_rows on hsync_meal;
create policy hsync_own_rows on hsync_meal for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_meal to authenticated;

create table if not exists hsync_weight (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_weight
  add column if not exists day date,
  add column if not exists kg double precision,
  add column if not exists measured_at_ms bigint,
  add column if not exists utc_offset_min bigint,
  add column if not exists source text,
  add column if not exists extra jsonb;
alter table hsync_weight drop constraint if exists hsync_weight_is_whole;
alter table hsync_weight add constraint hsync_weight_is_whole check (deleted_at is not null or (
  day is not null and kg is not null and source is not null));
create or replace trigger hsync_newer_wins before update on hsync_weight
  for each row execute function hsync_newer_wins();
alter table hsync_weight enable row level security;
drop policy if exists hsync_own_rows on hsync_weight;
create policy hsync_own_rows on hsync_weight for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_weight to authenticated;

create table if not exists hsync_day_summary (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_day_summary
  add column if not exists day date,
  add column if not exists zone text,
  add column if not exists steps double precision,
  add column if not exists distance_m double precision,
  add column if not exists flights double precision,
  add column if not exists active_kcal double precision,
  add column if not exists basal_kcal double precision,
  add column if not exists exercise_min double precision,
  add column if not exists workouts bigint,
  add column if not exists workout_min double precision,
  add column if not exists sleep_min double precision,
  add column if not exists sleep_core_min double precision,
  add column if not exists sleep_deep_min double precision,
  add column if not exists sleep_rem_min double precision,
  add column if not exists awake_min double precision,
  add column if not exists in_bed_min double precision,
  add column if not exists mindful_min double precision,
  add column if not exists heart_min_bpm double precision,
  add column if not exists heart_avg_bpm double precision,
  add column if not exists heart_max_bpm double precision,
  add column if not exists resting_bpm double precision,
  add column if not exists hrv_ms double precision,
  add column if not exists samples bigint,
  add column if not exists sources bigint,
  add column if not exists first_ms bigint,
  add column if not exists last_ms bigint,
  add column if not exists rule_version bigint,
  add column if not exists extra jsonb;
alter table hsync_day_summary drop constraint if exists hsync_day_summary_is_whole;
alter table hsync_day_summary add constraint hsync_day_summary_is_whole check (deleted_at is not null or (
  day is not null and zone is not null and samples is not null and sources is not null and rule_version is not null));
create or replace trigger hsync_newer_wins before update on hsync_day_summary
  for each row execute function hsync_newer_wins();
alter table hsync_day_summary enable row level security;
drop policy if exists hsync_own_rows on hsync_day_summary;
create policy hsync_own_rows on hsync_day_summary for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_day_summary to authenticated;

create table if not exists hsync_workout (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_workout
  add column if not exists activity text,
  add column if not exists start_ms bigint,
  add column if not exists end_ms bigint,
  add column if not exists utc_offset_min bigint,
  add column if not exists duration_min double precision,
  add column if not exists energy_kcal double precision,
  add column if not exists distance_m double precision,
  add column if not exists heart_avg_bpm double precision,
  add column if not exists heart_min_bpm double precision,
  add column if not exists heart_max_bpm double precision,
  add column if not exists source text,
  add column if not exists extra jsonb;
alter table hsync_workout drop constraint if exists hsync_workout_is_whole;
alter table hsync_workout add constraint hsync_workout_is_whole check (deleted_at is not null or (
  activity is not null and start_ms is not null and end_ms is not null and utc_offset_min is not null and source is not null));
create or replace trigger hsync_newer_wins before update on hsync_workout
  for each row execute function hsync_newer_wins();
alter table hsync_workout enable row level security;
drop policy if exists hsync_own_rows on hsync_workout;
create policy hsync_own_rows on hsync_workout for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_workout to authenticated;

create table if not exists hsync_sleep_session (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_sleep_session
  add column if not exists day date,
  add column if not exists start_ms bigint,
  add column if not exists end_ms bigint,
  add column if not exists utc_offset_min bigint,
  add column if not exists asleep_min double precision,
  add column if not exists core_min double precision,
  add column if not exists deep_min double precision,
  add column if not exists rem_min double precision,
  add column if not exists unspecified_min double precision,
  add column if not exists awake_min double precision,
  add column if not exists in_bed_min double precision,
  add column if not exists source text,
  add column if not exists extra jsonb;
alter table hsync_sleep_session drop constraint if exists hsync_sleep_session_is_whole;
alter table hsync_sleep_session add constraint hsync_sleep_session_is_whole check (deleted_at is not null or (
  day is not null and start_ms is not null and end_ms is not null and utc_offset_min is not null and source is not null));
create or replace trigger hsync_newer_wins before update on hsync_sleep_session
  for each row execute function hsync_newer_wins();
alter table hsync_sleep_session enable row level security;
drop policy if exists hsync_own_rows on hsync_sleep_session;
create policy hsync_own_rows on hsync_sleep_session for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_sleep_session to authenticated;

create table if not exists hsync_planner_item (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_planner_item
  add column if not exists short_id text,
  add column if not exists type text,
  add column if not exists meal_type text,
  add column if not exists title text,
  add column if not exists day date,
  add column if not exists completed boolean,
  add column if not exists completed_at_ms bigint,
  add column if not exists created_at_ms bigint,
  add column if not exists repeat text,
  add column if not exists repeat_until text,
  add column if not exists repeat_of text,
  add column if not exists skipped boolean,
  add column if not exists extra jsonb;
alter table hsync_planner_item drop constraint if exists hsync_planner_item_is_whole;
alter table hsync_planner_item add constraint hsync_planner_item_is_whole check (deleted_at is not null or (
  type is not null and title is not null and day is not null and completed is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_planner_item
  for each row execute function hsync_newer_wins();
alter table hsync_planner_item enable row level security;
drop policy if exists hsync_own_rows on hsync_planner_item;
create policy hsync_own_rows on hsync_planner_item for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_planner_item to authenticated;

create table if not exists hsync_day_note (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_day_note
  add column if not exists text text,
  add column if not exists extra jsonb;
alter table hsync_day_note drop constraint if exists hsync_day_note_is_whole;
alter table hsync_day_note add constraint hsync_day_note_is_whole check (deleted_at is not null or (
  text is not null));
create or replace trigger hsync_newer_wins before update on hsync_day_note
  for each row execute function hsync_newer_wins();
alter table hsync_day_note enable row level security;
drop policy if exists hsync_own_rows on hsync_day_note;
create policy hsync_own_rows on hsync_day_note for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_day_note to authenticated;

create table if not exists hsync_laundry_pet (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_laundry_pet
  add column if not exists name text,
  add column if not exists wash_min bigint,
  add column if not exists dry_min bigint,
  add column if not exists every_days bigint,
  add column if not exists created_at_ms bigint,
  add column if not exists extra jsonb;
alter table hsync_laundry_pet drop constraint if exists hsync_laundry_pet_is_whole;
alter table hsync_laundry_pet add constraint hsync_laundry_pet_is_whole check (deleted_at is not null or (
  name is not null and wash_min is not null and dry_min is not null and every_days is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_laundry_pet
  for each row execute function hsync_newer_wins();
alter table hsync_laundry_pet enable row level security;
drop policy if exists hsync_own_rows on hsync_laundry_pet;
create policy hsync_own_rows on hsync_laundry_pet for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_laundry_pet to authenticated;

create table if not exists hsync_laundry_task (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_laundry_task
  add column if not exists pet text,
  add column if not exists step text,
  add column if not exists cycle bigint,
  add column if not exists attempt bigint,
  add column if not exists started_at_ms bigint,
  add column if not exists ends_at_ms bigint,
  add column if not exists cancelled_at_ms bigint,
  add column if not exists snoozed_until_ms bigint,
  add column if not exists every_days bigint,
  add column if not exists extra jsonb;
alter table hsync_laundry_task drop constraint if exists hsync_laundry_task_is_whole;
alter table hsync_laundry_task add constraint hsync_laundry_task_is_whole check (deleted_at is not null or (
  pet is not null and step is not null and cycle is not null and attempt is not null and started_at_ms is not null and ends_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_laundry_task
  for each row execute function hsync_newer_wins();
alter table hsync_laundry_task enable row level security;
drop policy if exists hsync_own_rows on hsync_laundry_task;
create policy hsync_own_rows on hsync_laundry_task for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_laundry_task to authenticated;

create table if not exists hsync_diet_profile (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_diet_profile
  add column if not exists sex text,
  add column if not exists age bigint,
  add column if not exists height_cm double precision,
  add column if not exists weight_kg double precision,
  add column if not exists body_fat_percent double precision,
  add column if not exists activity text,
  add column if not exists goal text,
  add column if not exists window_start_min bigint,
  add column if not exists window_end_min bigint,
  add column if not exists meal_times jsonb,
  add column if not exists factor text,
  add column if not exists locked_weight_kg double precision,
  add column if not exists active_share double precision,
  add column if not exists start_day text,
  add column if not exists notices boolean,
  add column if not exists voice text,
  add column if not exists weigh_in_min bigint,
  add column if not exists milestone_min bigint,
  add column if not exists absence_min bigint,
  add column if not exists extra jsonb;
alter table hsync_diet_profile drop constraint if exists hsync_diet_profile_is_whole;
alter table hsync_diet_profile add constraint hsync_diet_profile_is_whole check (deleted_at is not null or (
  true));
create or replace trigger hsync_newer_wins before update on hsync_diet_profile
  for each row execute function hsync_newer_wins();
alter table hsync_diet_profile enable row level security;
drop policy if exists hsync_own_rows on hsync_diet_profile;
create policy hsync_own_rows on hsync_diet_profile for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_diet_profile to authenticated;

create table if not exists hsync_diet_event (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_diet_event
  add column if not exists day date,
  add column if not exists type text,
  add column if not exists plan text,
  add column if not exists plan_day text,
  add column if not exists name text,
  add column if not exists answer boolean,
  add column if not exists sex text,
  add column if not exists age bigint,
  add column if not exists height_cm double precision,
  add column if not exists weight_kg double precision,
  add column if not exists body_fat_percent double precision,
  add column if not exists activity text,
  add column if not exists goal text,
  add column if not exists window_start_min bigint,
  add column if not exists window_end_min bigint,
  add column if not exists meal_times jsonb,
  add column if not exists factor text,
  add column if not exists locked_weight_kg double precision,
  add column if not exists active_share double precision,
  add column if not exists created_at_ms bigint,
  add column if not exists extra jsonb;
alter table hsync_diet_event drop constraint if exists hsync_diet_event_is_whole;
alter table hsync_diet_event add constraint hsync_diet_event_is_whole check (deleted_at is not null or (
  day is not null and type is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_diet_event
  for each row execute function hsync_newer_wins();
alter table hsync_diet_event enable row level security;
drop policy if exists hsync_own_rows on hsync_diet_event;
create policy hsync_own_rows on hsync_diet_event for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_diet_event to authenticated;

create table if not exists hsync_coast_profile (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_coast_profile
  add column if not exists schema text,
  add column if not exists display_name text,
  add column if not exists preset text,
  add column if not exists swim_wave_meh_m double precision,
  add column if not exists swim_wave_bad_m double precision,
  add column if not exists swim_dog_wave_meh_m double precision,
  add column if not exists swim_dog_wave_bad_m double precision,
  add column if not exists run_hot_feelslike_warn_c double precision,
  add column if not exists run_hot_feelslike_bad_c double precision,
  add column if not exists dog_heat_warn_feelslike_c double precision,
  add column if not exists dog_heat_bad_feelslike_c double precision,
  add column if not exists uv_warn double precision,
  add column if not exists uv_bad double precision,
  add column if not exists aqi_warn_eu double precision,
  add column if not exists aqi_bad_eu double precision,
  add column if not exists wind_warn_ms double precision,
  add column if not exists wind_bad_ms double precision,
  add column if not exists activities_enabled jsonb,
  add column if not exists has_dog boolean,
  add column if not exists dog_name text,
  add column if not exists dog_size text,
  add column if not exists dog_coat text,
  add column if not exists dog_heat_sensitivity text,
  add column if not exists notices_enabled boolean,
  add column if not exists mode_toggles jsonb,
  add column if not exists quiet_hours jsonb,
  add column if not exists analytics_opt_in boolean,
  add column if not exists gate_after_dark boolean,
  add column if not exists place text,
  add column if not exists extra jsonb;
alter table hsync_coast_profile drop constraint if exists hsync_coast_profile_is_whole;
alter table hsync_coast_profile add constraint hsync_coast_profile_is_whole check (deleted_at is not null or (
  schema is not null and display_name is not null and preset is not null and swim_wave_meh_m is not null and swim_wave_bad_m is not null and swim_dog_wave_meh_m is not null and swim_dog_wave_bad_m is not null and run_hot_feelslike_warn_c is not null and run_hot_feelslike_bad_c is not null and dog_heat_warn_feelslike_c is not null and dog_heat_bad_feelslike_c is not null and uv_warn is not null and uv_bad is not null and aqi_warn_eu is not null and aqi_bad_eu is not null and wind_warn_ms is not null and wind_bad_ms is not null and activities_enabled is not null and has_dog is not null and notices_enabled is not null and mode_toggles is not null and quiet_hours is not null and analytics_opt_in is not null));
create or replace trigger hsync_newer_wins before update on hsync_coast_profile
  for each row execute function hsync_newer_wins();
alter table hsync_coast_profile enable row level security;
drop policy if exists hsync_own_rows on hsync_coast_profile;
create policy hsync_own_rows on hsync_coast_profile for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_coast_profile to authenticated;

create table if not exists hsync_coast_place (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_coast_place
  add column if not exists name text,
  add column if not exists latitude double precision,
  add column if not exists longitude double precision,
  add column if not exists zone text,
  add column if not exists created_at_ms bigint,
  add column if not exists extra jsonb;
alter table hsync_coast_place drop constraint if exists hsync_coast_place_is_whole;
alter table hsync_coast_place add constraint hsync_coast_place_is_whole check (deleted_at is not null or (
  name is not null and latitude is not null and longitude is not null and zone is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_coast_place
  for each row execute function hsync_newer_wins();
alter table hsync_coast_place enable row level security;
drop policy if exists hsync_own_rows on hsync_coast_place;
create policy hsync_own_rows on hsync_coast_place for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_coast_place to authenticated;

create table if not exists hsync_product_override (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_product_override
  add column if not exists gtin text,
  add column if not exists name text,
  add column if not exists brand text,
  add column if not exists quantity text,
  add column if not exists serving text,
  add column if not exists serving_g double precision,
  add column if not exists basis text,
  add column if not exists energy_kcal double precision,
  add column if not exists protein_g double precision,
  add column if not exists carbs_g double precision,
  add column if not exists fat_g double precision,
  add column if not exists sugars_g double precision,
  add column if not exists saturated_fat_g double precision,
  add column if not exists fiber_g double precision,
  add column if not exists salt_g double precision,
  add column if not exists parts jsonb,
  add column if not exists created_at_ms bigint,
  add column if not exists extra jsonb;
alter table hsync_product_override drop constraint if exists hsync_product_override_is_whole;
alter table hsync_product_override add constraint hsync_product_override_is_whole check (deleted_at is not null or (
  name is not null and basis is not null and created_at_ms is not null));
create or replace trigger hsync_newer_wins before update on hsync_product_override
  for each row execute function hsync_newer_wins();
alter table hsync_product_override enable row level security;
drop policy if exists hsync_own_rows on hsync_product_override;
create policy hsync_own_rows on hsync_product_override for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_product_override to authenticated;

create table if not exists hsync_samples (
  user_id uuid not null default auth.uid(),
  id text not null check (length(id) between 1 and 200),
  hlc bigint not null,
  dev text not null,
  deleted_at timestamptz,
  primary key (user_id, id)
);
alter table hsync_samples
  add column if not exists start_ms jsonb,
  add column if not exists duration_ms jsonb,
  add column if not exists value jsonb,
  add column if not exists unit jsonb,
  add column if not exists extra jsonb;
alter table hsync_samples drop constraint if exists hsync_samples_is_whole;
alter table hsync_samples add constraint hsync_samples_is_whole check (deleted_at is not null or (
  start_ms is not null and duration_ms is not null and value is not null and unit is not null));
create or replace trigger hsync_newer_wins before update on hsync_samples
  for each row execute function hsync_newer_wins();
alter table hsync_samples enable row level security;
drop policy if exists hsync_own_rows on hsync_samples;
create policy hsync_own_rows on hsync_samples for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on hsync_samples to authenticated;

-- PostgREST learns of the tables at once.
notify pgrst, 'reload schema';
