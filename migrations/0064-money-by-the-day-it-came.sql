-- Orders are written out by the day their money came; what nobody paid by the day on which it was made.
create index orders_came_at on orders ((coalesce(completed_at, created_at)), id);
-- The fees of a month are those of its payments.
create index settlement_lines_created_at on settlement_lines (created_at);
-- What a bank took is settled under its dispute.
create index settlement_lines_dispute on settlement_lines (dispute_id) where dispute_id is not null;
