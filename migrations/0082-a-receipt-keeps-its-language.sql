-- In which a receipt was issued, by its code; null: English.
alter table receipts add column language text;
