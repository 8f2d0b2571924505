-- Anyone may look at a certificate, on a page that every process keeps. A certificate that is
-- withdrawn, holds again or is removed is told to all of them on commit, as a changed course is
-- (academy_public_data), whoever did it. A new one changes no page: nobody could have looked at it.
create function tell_public_data() returns trigger language plpgsql as $$
begin
  perform pg_notify('academy_public_data', '');
  return null;
end $$;
create trigger certificates_changed after update on certificates
  for each row when (old.* is distinct from new.*) execute function tell_public_data();
create trigger certificates_removed after delete on certificates
  for each row execute function tell_public_data();
