-- Processes answer some personal calls from memory. Whatever takes something away from a person is
-- told to all of them on commit, also when somebody does it by hand.
create function tell_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('academy_withdrawals', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create trigger sessions_withdrawn after delete on sessions
  for each row when (old.expires_at > clock_timestamp()) execute function tell_withdrawal('user_id');
create trigger entitlements_withdrawn after delete on entitlements
  for each row execute function tell_withdrawal('learner_id');
create trigger certificates_withdrawn after update or delete on certificates
  for each row execute function tell_withdrawal('learner_id');
