-- Whoever had watched every lesson before the course was theirs completes it now, with the mail: the
-- job that counts progress again does it.
update course_progress set lessons_revision = 0
 where percent = 100 and completed_at is null
   and exists (select from entitlements owned
                where owned.learner_id = course_progress.learner_id
                  and owned.course_id = course_progress.course_id);
insert into progress_recounts (course_id, requested_at)
select distinct course_id, clock_timestamp() from course_progress where lessons_revision = 0
    on conflict (course_id) do update set requested_at = excluded.requested_at;
