-- Accounts that were put together: an open try of a quiz stood before tries of the other account, and no next one
-- could be begun.
update quiz_attempts open
   set number = 1 + (select max(number) from quiz_attempts
                      where learner_id = open.learner_id and video_id = open.video_id)
 where submitted_at is null
   and exists (select from quiz_attempts later
                where later.learner_id = open.learner_id and later.video_id = open.video_id
                  and later.number > open.number);
