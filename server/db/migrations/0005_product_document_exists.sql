-- Whether any product that is sold has such words. By the index always: for a word that nothing has, the planner would
-- otherwise read the whole table, in the hope of meeting one early.
CREATE FUNCTION product_document_exists(wanted tsquery) RETURNS boolean LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT FROM product_documents WHERE words @@ wanted)
$$;
