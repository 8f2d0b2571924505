-- Courses that change (docs/decisions/0038): a draft beside what is on sale, and lessons that keep
-- their identity.
alter table courses
  -- What the academy does with the course; hidden_at stays what deleting does.
  add column state text not null default 'on_sale'
    check (state in ('draft', 'on_sale', 'unlisted', 'off_sale')),
  -- Counts the publications that changed which lessons or films there are.
  add column lessons_revision integer not null default 1,
  -- What else the course page tells: subtitle, teachers, questions and the like.
  add column page jsonb not null default '{}';

-- Positions change places within one transaction.
alter table modules
  drop constraint modules_course_id_position_key,
  add constraint modules_course_id_position_key
    unique (course_id, position) deferrable initially deferred;

alter table videos
  drop constraint videos_module_id_position_key,
  drop constraint videos_module_id_fkey,
  alter column module_id drop not null,
  add column is_preview boolean not null default false,
  -- Markdown.
  add column text text not null default '' check (char_length(text) <= 20000),
  add column links jsonb not null default '[]',
  -- Files to take away: [{id, name}].
  add column attachments jsonb not null default '[]',
  -- When the lesson came into the course, or came back into it.
  add column published_at timestamptz not null default clock_timestamp(),
  -- Set: no longer in the course. What was played of it stays.
  add column retired_at timestamptz,
  -- Counts the films of other lengths that the lesson has had.
  add column film integer not null default 1,
  add constraint videos_module_id_fkey foreign key (module_id) references modules
    deferrable initially deferred,
  add constraint videos_module_id_position_key
    unique (module_id, position) deferrable initially deferred,
  add constraint videos_retired check ((retired_at is null) = (module_id is not null));
-- A lesson of before is as old as its course.
update videos set published_at = courses.created_at from courses where courses.id = course_id;
-- A foreign key that waits for the end would keep the tables from being changed further.
set constraints all immediate;
set constraints all deferred;

-- No cascade from lessons or courses to what people have played.
alter table video_progress
  drop constraint video_progress_course_id_fkey,
  drop constraint video_progress_video_id_fkey,
  add constraint video_progress_course_id_fkey foreign key (course_id) references courses,
  add constraint video_progress_video_id_fkey foreign key (video_id) references videos,
  -- Of which film of the lesson this tells.
  add column film integer not null default 1;
alter table course_progress
  drop constraint course_progress_course_id_fkey,
  add constraint course_progress_course_id_fkey foreign key (course_id) references courses,
  -- Which lessons the percent counts: those of this revision of the course.
  add column lessons_revision integer not null default 1;
create index course_progress_behind on course_progress (course_id, lessons_revision)
  where completed_at is null;

-- What was played of films that a lesson no longer shows.
create table earlier_plays (
  learner_id uuid not null references users on delete cascade,
  course_id text not null references courses,
  video_id text not null references videos,
  film integer not null,
  duration_in_seconds real not null,
  played jsonb not null,
  played_in_seconds real not null,
  reported_at timestamptz not null,
  primary key (learner_id, course_id, video_id, film)
);
create index earlier_plays_course on earlier_plays (course_id);
create index earlier_plays_video on earlier_plays (video_id);

-- Courses whose learners' percents have to be counted again. A row stays for a while after the last
-- one was counted: a report that was under way at the publication may still write an old percent.
create table progress_recounts (
  course_id text primary key references courses on delete cascade,
  requested_at timestamptz not null
);

create table course_drafts (
  course_id text primary key references courses on delete cascade,
  revision integer not null check (revision > 0),
  content jsonb not null,
  -- The revision that was last published; null: none.
  published_revision integer,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by uuid references users on delete set null
);

create table course_publications (
  course_id text not null references courses on delete cascade,
  number integer not null check (number > 0),
  published_at timestamptz not null default clock_timestamp(),
  published_by uuid references users on delete set null,
  content jsonb not null,
  changes jsonb not null,
  affected jsonb not null,
  primary key (course_id, number)
);
create index course_publications_by on course_publications (published_by);
create index course_drafts_by on course_drafts (saved_by);

-- Publications to come: what was shown and confirmed, at the time that was asked for.
create table scheduled_publications (
  course_id text primary key references courses on delete cascade,
  publish_at timestamptz not null,
  revision integer not null,
  content jsonb not null,
  state text not null check (state in ('on_sale', 'unlisted', 'off_sale')),
  scheduled_by uuid references users on delete set null
);
create index scheduled_publications_by on scheduled_publications (scheduled_by);
create index scheduled_publications_due on scheduled_publications (publish_at);
