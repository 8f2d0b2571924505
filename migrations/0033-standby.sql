-- Backups that were made by the clock, read again in the store that keeps them (docs/decisions/0062).
create table backups (
  -- Its name in the store of BACKUP_URL.
  key text primary key,
  -- The instant whose rows it holds.
  made_at timestamptz not null,
  size_in_bytes bigint not null check (size_in_bytes > 0),
  is_encrypted boolean not null,
  verified_at timestamptz not null default clock_timestamp()
);
create index backups_made on backups (made_at desc);

-- One row: what the clock did last.
create table backup_schedule (
  id boolean primary key default true check (id),
  -- Since when backups are made; from then on they can be late.
  since timestamptz not null default clock_timestamp(),
  -- Somebody wants one now.
  asked_at timestamptz,
  started_at timestamptz,
  -- When a backup was last brought back whole into a database made for that.
  restored_at timestamptz,
  restore_started_at timestamptz,
  -- Why the last one, or the last trial of a restore, was none: sentences for people.
  failure text,
  restore_failure text
);

-- What a test of the checklist found; of those that ask somebody else.
create table checklist_results (
  item text primary key,
  -- What was tested, e.g. the mail server: a result about another one counts no more.
  subject text not null,
  state text not null check (state in ('ok', 'todo', 'failing')),
  sentence text not null,
  -- Null: under test for the first time.
  checked_at timestamptz,
  started_at timestamptz not null default clock_timestamp()
);

-- One row: what the owner says of the academy and the environment does not.
create table office_settings (
  id boolean primary key default true check (id),
  grievance_officer_name text not null,
  grievance_officer_email text not null,
  grievance_officer_phone text not null,
  updated_at timestamptz not null default clock_timestamp()
);
create trigger office_settings_told after insert or update or delete on office_settings
  for each row execute function notify_change('office', 'id');
create trigger office_settings_emptied_told after truncate on office_settings
  execute function notify_change();

-- When did Razorpay last tell us something?
create index order_events_webhooks on order_events (id) where source = 'webhook';
