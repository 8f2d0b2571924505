-- In which people read, by its code (src/platform/languages); null: English, or nobody has said.
alter table users add column language text;
