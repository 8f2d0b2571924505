-- A role and is_admin follow each other (docs/decisions/0052): the version before knew the second only.
create or replace function keep_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.role is null and new.is_admin then new.role := 'owner'; end if;
  elsif new.role is not distinct from old.role and new.is_admin <> old.is_admin then
    new.role := case when new.is_admin then 'owner' end;
  end if;
  new.is_admin := new.role is not null;
  -- The time to set up a second step begins with the first role, and not anew with another one.
  if new.role is null then
    new.staff_since := null;
  elsif tg_op = 'INSERT' or old.role is null then
    new.staff_since := coalesce(new.staff_since, now());
  end if;
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

-- Sessions and logins look at one column of the person. The person is locked first: of two changes at the
-- same time each would not see the other's.
create or replace function keep_second_step() returns trigger language plpgsql as $$
declare person uuid := coalesce(new.user_id, old.user_id);
begin
  perform from users where id = person for no key update;
  update users set has_second_step =
      exists (select from authenticator_apps where user_id = person and sealed_secret is not null)
      or exists (select from passkeys where user_id = person)
   where id = person;
  return null;
end $$;
create or replace trigger authenticator_apps_keep_second_step after insert or delete
  or update of sealed_secret on authenticator_apps for each row execute function keep_second_step();
create or replace trigger passkeys_keep_second_step after insert or delete on passkeys
  for each row execute function keep_second_step();
