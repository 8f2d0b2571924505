-- Why somebody may watch a course. Append-only: what was granted is taken back by a later row
-- with the same cause, so undoing one cause never touches what another granted.
create table access_ledger (
  id bigint generated always as identity primary key,
  learner_id uuid not null references users on delete cascade,
  course_id text not null references courses,
  change text not null check (change in ('grant', 'revocation')),
  cause_kind text not null check (cause_kind in ('payment', 'gift')),
  cause_id text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- One cause grants once and is taken back once.
  unique (cause_kind, cause_id, change)
);
create index access_ledger_learner_course on access_ledger (learner_id, course_id);
create index access_ledger_course on access_ledger (course_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger access_ledger_append_only before update on access_ledger
  for each row execute function refuse_change();

-- The ledger's present sum, kept in the same transaction: the one gate reads this.
create table entitlements (
  learner_id uuid not null references users on delete cascade,
  course_id text not null references courses,
  since timestamptz not null,
  primary key (learner_id, course_id)
);
create index entitlements_course on entitlements (course_id);
