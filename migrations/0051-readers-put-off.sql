-- Readers of a letter who could not be written down when the others were (their row was locked, say).
alter table letters add column put_off uuid[] not null default '{}';
