-- Up Migration

-- A day of operations is read by its time; rows come in that order, so a few bytes a page are index enough.
create index operation_created on operation using brin (created_at);
