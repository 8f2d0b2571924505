-- A role and is_admin follow each other (docs/decisions/0052): the version before knew the second only.
create or replace function keep_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.role is null and new.is_admin then new.role := 'owner'; end if;
  elsif new.role is not distinct from old.role and new.is_admin <> old.is_admin then
    new.role := case when new.is_admin then 'owner' end;
  end if;
  new.is_admin := new.role is not null;
  return new;
end $$;
create or replace trigger users_role_kept before insert or update of role, is_admin on users
  for each row execute function keep_role();

-- What a person was given is handed out again for a minute, until something is taken from them: a session,
-- the account, or a right.
create or replace trigger users_role_told after update on users
  for each row when (old.role is distinct from new.role)
  execute function notify_change('learner', 'id');
create or replace trigger users_blocked_told after update on users
  for each row when (old.blocked_at is distinct from new.blocked_at)
  execute function notify_change('learner', 'id');
create or replace trigger sessions_ended_told after delete on sessions
  for each row when (old.expires_at > clock_timestamp())
  execute function notify_change('learner', 'user_id');
create or replace trigger sessions_shortened_told after update on sessions
  for each row when (new.expires_at < old.expires_at or new.user_id <> old.user_id)
  execute function notify_change('learner', 'user_id');
create or replace trigger sessions_emptied_told after truncate on sessions execute function notify_change();

-- Who said yes to which mails, and when, is proof.
create or replace trigger mail_consent_events_append_only before update or delete on mail_consent_events
  for each row execute function refuse_change();
