-- Captions and chapters of own films (docs/decisions/0046).
create table film_captions (
  film_id uuid not null references films on delete cascade,
  -- A BCP 47 tag in its canonical form, e.g. hi or pt-BR.
  language text not null check (char_length(language) between 2 and 35),
  label text not null check (char_length(label) between 1 and 100),
  -- WebVTT as the academy wrote it, never as it was sent.
  vtt text not null check (starts_with(vtt, 'WEBVTT')),
  primary key (film_id, language)
);

-- [{at: seconds, title}], by time.
alter table films add column chapters jsonb not null default '[]';

-- What processes keep of a film.
create trigger film_captions_told after insert or delete on film_captions
  for each row execute function notify_change('film', 'film_id');
create trigger film_captions_changed_told after update on film_captions
  for each row when (old.* is distinct from new.*)
  execute function notify_change('film', 'film_id');
create trigger film_captions_emptied_told after truncate on film_captions
  execute function notify_change();
