-- How far the way is that leads through a new academy, and the demo that its first start filled it with: once,
-- never again, taken out of sight in one act and for good a day later (docs/decisions/0103).
create table first_run (
  id boolean primary key default true check (id),
  state text not null check (state in ('new', 'open', 'closed'))
);
-- Who works here already needs no leading.
insert into first_run (state) select case when exists (select from users) then 'closed' else 'new' end;

create table demo (
  id boolean primary key default true check (id),
  course_ids text[] not null,
  film_ids uuid[] not null,
  -- Null: it is seen.
  hidden_at timestamptz,
  hidden_course_ids text[] not null default '{}',
  gone_at timestamptz,
  check (gone_at is null or hidden_at is not null)
);
insert into demo (course_ids, film_ids)
  select array_agg(id), array['0fe57a10-0000-4000-8000-000000000001',
    '0fe57a10-0000-4000-8000-000000000002']::uuid[]
    from courses
    where id in ('ai-reels-studio', 'prompt-craft-for-image-makers', 'voice-dubbing-and-music',
      'first-festival-poster')
    having count(*) > 0;
