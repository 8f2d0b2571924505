-- Staff have a role (docs/decisions/0052). is_admin stays for the version before this one, which is
-- replaced while it serves: either column follows the other.
alter table users add column role text
  check (role in ('owner', 'teacher', 'support', 'finance'));
update users set role = 'owner' where is_admin;

create function keep_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.role is null and new.is_admin then new.role := 'owner'; end if;
  elsif new.role is not distinct from old.role and new.is_admin <> old.is_admin then
    new.role := case when new.is_admin then 'owner' end;
  end if;
  new.is_admin := new.role is not null;
  return new;
end $$;
create trigger users_role_kept before insert or update of role, is_admin on users
  for each row execute function keep_role();
create index users_staff on users (role) where role is not null;

-- What was given to somebody by their role is taken from every memory at once (docs/caches.md).
create trigger users_role_told after update on users
  for each row when (old.role is distinct from new.role)
  execute function notify_change('learner', 'id');

-- One for each address; the token is known only by its SHA-256.
create table staff_invitations (
  email text primary key check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  id uuid not null unique,
  role text not null check (role in ('owner', 'teacher', 'support', 'finance')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references users on delete cascade,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index staff_invitations_invited_by on staff_invitations (invited_by);

-- Acts of staff (docs/decisions/0053). No foreign keys: what happened stays, whatever goes.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid not null,
  -- As they were at that time; a null role is somebody who is no staff and was refused.
  actor_name text not null,
  actor_role text,
  -- The call, e.g. 'DELETE /admin/courses/:id', and what it is for.
  act text not null,
  summary text not null,
  subject_kind text,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  ip text not null,
  outcome text not null check (outcome in ('done', 'failed', 'refused')),
  -- The machine word of a refusal or failure.
  problem text,
  -- All that a search looks at, in lower case.
  searched text not null
);
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (actor_id, at, id);
create index audit_log_act on audit_log (act, at, id);
create index audit_log_subject on audit_log (subject_kind, subject_id, at);

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_emptied before truncate on audit_log
  execute function refuse_change();

-- Parts of words, as in 0007.
do $$
begin
  create extension if not exists pg_trgm;
  create index audit_log_searched on audit_log using gin (searched gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise warning 'Without pg_trgm a search of the audit log reads all of it: %', sqlerrm;
end $$;
