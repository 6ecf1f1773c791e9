CREATE TABLE "recalls" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reference" text PRIMARY KEY NOT NULL,
	"product_nos" text[] NOT NULL,
	"batches" text[] DEFAULT '{}' NOT NULL,
	"use_by" text DEFAULT '' NOT NULL,
	"bought_since" date NOT NULL,
	"reason" text NOT NULL,
	"action" text NOT NULL,
	"advice" text DEFAULT '' NOT NULL,
	CONSTRAINT "recalls_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "safety_notice_customers" (
	"notice_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"product_no" text NOT NULL,
	"quantity" integer NOT NULL,
	"last_bought" date NOT NULL,
	CONSTRAINT "safety_notice_customers_notice_id_customer_id_product_no_pk" PRIMARY KEY("notice_id","customer_id","product_no")
);
--> statement-breakpoint
CREATE TABLE "safety_notice_readings" (
	"notice_id" uuid NOT NULL,
	"edition" integer NOT NULL,
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"spoken_to" text DEFAULT '' NOT NULL,
	CONSTRAINT "safety_notice_readings_notice_id_edition_customer_id_kind_pk" PRIMARY KEY("notice_id","edition","customer_id","kind")
);
--> statement-breakpoint
CREATE TABLE "safety_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "safety_notices_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"product_nos" text[] NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"contains_before" text[],
	"contains_after" text[],
	"may_contain_before" text[],
	"may_contain_after" text[]
);
--> statement-breakpoint
ALTER TABLE "safety_notice_customers" ADD CONSTRAINT "safety_notice_customers_notice_id_safety_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."safety_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_notice_customers" ADD CONSTRAINT "safety_notice_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_notice_readings" ADD CONSTRAINT "safety_notice_readings_notice_id_safety_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."safety_notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_notice_readings" ADD CONSTRAINT "safety_notice_readings_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_notice_readings" ADD CONSTRAINT "safety_notice_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "safety_notice_customers_customer" ON "safety_notice_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "safety_notice_readings_customer" ON "safety_notice_readings" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "safety_notices_at" ON "safety_notices" USING btree ("at");--> statement-breakpoint
CREATE INDEX "safety_notices_products" ON "safety_notices" USING gin ("product_nos");--> statement-breakpoint
-- Who has bought products, by delivery day, so that goods that are still to come count. A line that was not delivered does not.
CREATE FUNCTION bought_since(product_nos text[], since date)
RETURNS TABLE (product_no text, customer_id text, quantity integer, last_bought date) LANGUAGE sql STABLE AS $$
  SELECT l.product_no, o.customer_id, sum(coalesce(l.delivered_quantity, l.quantity))::integer, max(o.delivery_day)
  FROM order_lines l JOIN orders o ON o.id = l.order_id
  WHERE l.product_no = ANY (product_nos) AND o.delivery_day >= since
    AND o.cancelled_at IS NULL AND o.replaced_at IS NULL
  GROUP BY l.product_no, o.customer_id
  HAVING sum(coalesce(l.delivered_quantity, l.quantity)) > 0
$$;
--> statement-breakpoint
-- For each statement, not each row: an import changes thousands of products at once.
CREATE FUNCTION note_allergens() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted_at timestamptz := coalesce(nullif(current_setting('trolly.at', true), '')::timestamptz, now());
BEGIN
  WITH changed AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, product_no,
      was.contains AS contains_before, became.contains AS contains_after,
      was.may_contain AS may_contain_before, became.may_contain AS may_contain_after
    FROM was JOIN became USING (product_no)
    -- A list in another order is the same; an undeclared one is not an empty one.
    WHERE (was.contains IS NULL) <> (became.contains IS NULL)
      OR (was.may_contain IS NULL) <> (became.may_contain IS NULL)
      OR NOT (was.contains @> became.contains AND was.contains <@ became.contains)
      OR NOT (was.may_contain @> became.may_contain AND was.may_contain <@ became.may_contain)
  ), bought AS MATERIALIZED (
    SELECT changed.id, found.* FROM changed JOIN bought_since(
      (SELECT array_agg(product_no) FROM changed),
      (noted_at AT TIME ZONE 'Europe/London')::date - 90
    ) AS found USING (product_no)
    UNION
    -- Who has not confirmed an earlier change has to see this one too: it may undo what they read.
    SELECT changed.id, named.product_no, named.customer_id, named.quantity, named.last_bought
    FROM changed
    JOIN safety_notice_customers named USING (product_no)
    JOIN safety_notices notice ON notice.id = named.notice_id AND notice.kind = 'allergen_change' AND notice.closed_at IS NULL
    WHERE NOT EXISTS (
      SELECT FROM safety_notice_readings r
      WHERE r.notice_id = named.notice_id AND r.edition = notice.edition AND r.customer_id = named.customer_id
        AND r.kind IN ('acknowledged', 'phoned')
    )
  ), noted AS (
    INSERT INTO safety_notices (id, kind, product_nos, at, contains_before, contains_after, may_contain_before, may_contain_after)
    SELECT id, 'allergen_change', ARRAY[product_no], noted_at, contains_before, contains_after, may_contain_before, may_contain_after
    FROM changed WHERE id IN (SELECT id FROM bought)
    RETURNING id
  )
  INSERT INTO safety_notice_customers (notice_id, customer_id, product_no, quantity, last_bought)
  -- Bought again since an earlier change: what they bought now counts.
  SELECT DISTINCT ON (id, customer_id, product_no) id, customer_id, product_no, quantity, last_bought
  FROM bought JOIN noted USING (id) ORDER BY id, customer_id, product_no, last_bought DESC, quantity DESC;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_note_allergens AFTER UPDATE ON products
  REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION note_allergens();
--> statement-breakpoint
CREATE TRIGGER recalls_version_record BEFORE INSERT OR UPDATE ON recalls FOR EACH ROW EXECUTE FUNCTION version_record();
--> statement-breakpoint
CREATE TRIGGER recalls_note_change AFTER INSERT OR UPDATE OR DELETE ON recalls FOR EACH ROW EXECUTE FUNCTION note_change('recall');
--> statement-breakpoint
CREATE FUNCTION note_recall() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted_at timestamptz := coalesce(nullif(current_setting('trolly.at', true), '')::timestamptz, now());
  unknown text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM safety_notices WHERE id = OLD.id;
    RETURN NULL;
  END IF;
  -- A mistyped code would name nobody, and a recall would seem to have reached everybody.
  SELECT string_agg(no, ', ') INTO unknown FROM unnest(NEW.product_nos) AS no
  WHERE NOT EXISTS (SELECT FROM products p WHERE p.product_no = no);
  IF unknown IS NOT NULL THEN
    RAISE foreign_key_violation USING
      MESSAGE = format('No product has the code %s.', unknown),
      COLUMN = 'product_nos',
      DETAIL = format('has no product for %s', unknown);
  END IF;
  INSERT INTO safety_notices AS notice (id, kind, product_nos, at, closed_at)
  VALUES (NEW.id, 'recall', NEW.product_nos, noted_at, CASE WHEN NEW.deleted THEN noted_at END)
  ON CONFLICT (id) DO UPDATE SET
    product_nos = NEW.product_nos,
    closed_at = CASE WHEN NEW.deleted THEN coalesce(notice.closed_at, noted_at) END;
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.product_nos, NEW.batches, NEW.use_by, NEW.bought_since, NEW.reason, NEW.action, NEW.advice)
      IS NOT DISTINCT FROM
      (OLD.product_nos, OLD.batches, OLD.use_by, OLD.bought_since, OLD.reason, OLD.action, OLD.advice)
    THEN RETURN NULL; END IF;
    UPDATE safety_notices SET edition = edition + 1 WHERE id = NEW.id;
  END IF;
  DELETE FROM safety_notice_customers WHERE notice_id = NEW.id;
  INSERT INTO safety_notice_customers (notice_id, customer_id, product_no, quantity, last_bought)
  SELECT NEW.id, customer_id, product_no, quantity, last_bought FROM bought_since(NEW.product_nos, NEW.bought_since);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recalls_note_recall AFTER INSERT OR UPDATE OR DELETE ON recalls FOR EACH ROW EXECUTE FUNCTION note_recall();
