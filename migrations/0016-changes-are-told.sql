-- What a process keeps in memory hangs on rows of these tables. Every change is told on commit to all
-- processes, by the tag of what changed, whoever made it (docs/caches.md). An empty payload stands for
-- everything. PostgreSQL tells the same tag once a transaction.
create function notify_change() returns trigger language plpgsql as $$
declare
  tags text[] := array[]::text[];
  tag text;
begin
  if tg_op in ('UPDATE', 'DELETE') then
    tags := tags || (tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    tags := tags || (tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  end if;
  if tg_op = 'TRUNCATE' then
    tags := array[''];
  elsif tg_nargs > 2 then
    tags := tags || tg_argv[2];
  end if;
  -- Where processes of the version before this one listen, which is replaced while it serves. This line
  -- and the triggers of 0008 go with the next version.
  if coalesce(tg_argv[0], '') <> 'learner' then perform pg_notify('academy_public_data', ''); end if;
  foreach tag in array tags loop
    -- A notice holds less than 8000 bytes.
    perform pg_notify('academy_changes', case when octet_length(tag) > 4000 then '' else tag end);
  end loop;
  return null;
end $$;

create trigger courses_told after insert or delete on courses
  for each row execute function notify_change('course', 'id', 'courses');
create trigger courses_changed_told after update on courses
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'id', 'courses');
create trigger courses_emptied_told after truncate on courses execute function notify_change();

create trigger modules_told after insert or delete on modules
  for each row execute function notify_change('course', 'course_id', 'courses');
create trigger modules_changed_told after update on modules
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'course_id', 'courses');
create trigger modules_emptied_told after truncate on modules execute function notify_change();

create trigger videos_told after insert or delete on videos
  for each row execute function notify_change('course', 'course_id', 'courses');
create trigger videos_changed_told after update on videos
  for each row when (old.* is distinct from new.*)
  execute function notify_change('course', 'course_id', 'courses');
create trigger videos_emptied_told after truncate on videos execute function notify_change();

-- A new certificate is in nobody's memory yet.
drop trigger certificates_changed on certificates;
drop trigger certificates_removed on certificates;
drop function tell_public_data();
create trigger certificates_told after delete on certificates
  for each row execute function notify_change('certificate', 'id');
create trigger certificates_changed_told after update on certificates
  for each row when (old.* is distinct from new.*)
  execute function notify_change('certificate', 'id');
create trigger certificates_emptied_told after truncate on certificates
  execute function notify_change();

-- What a person was given is handed out again for a minute, until something is taken from them: a
-- session, or access to a course.
create trigger sessions_ended_told after delete on sessions
  for each row when (old.expires_at > clock_timestamp())
  execute function notify_change('learner', 'user_id');
create trigger sessions_shortened_told after update on sessions
  for each row when (new.expires_at < old.expires_at or new.user_id <> old.user_id)
  execute function notify_change('learner', 'user_id');
create trigger sessions_emptied_told after truncate on sessions execute function notify_change();
create trigger entitlements_told after delete or update on entitlements
  for each row execute function notify_change('learner', 'learner_id');
create trigger entitlements_emptied_told after truncate on entitlements
  execute function notify_change();
