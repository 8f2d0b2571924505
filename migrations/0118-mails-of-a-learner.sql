-- What somebody is forgotten by, and their copy of all that is kept of them, read their mails alone.
create index concurrently mails_learner on mails (learner_id) where learner_id is not null;
