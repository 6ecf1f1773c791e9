-- What no device is told of is no change for it: texts that are read on the product's own page alone.
CREATE OR REPLACE FUNCTION mark_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  untold CONSTANT text[] := '{changed_tx,description,ingredients,origin}';
BEGIN
  IF TG_OP = 'INSERT' OR to_jsonb(NEW) - untold IS DISTINCT FROM to_jsonb(OLD) - untold THEN
    NEW.changed_tx := (pg_current_xact_id()::text)::bigint;
  ELSE
    NEW.changed_tx := OLD.changed_tx;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Products and prices are withdrawn, not deleted, so that devices hear of it. Where rows are deleted all the same, no
-- change tells of it: devices whose cursor is older than the floor are given the whole list.
CREATE FUNCTION raise_download_floor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM gone) THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO settings (name, value) VALUES ('download_floor', to_jsonb((pg_current_xact_id()::text)::bigint + 1))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE (settings.value)::bigint < (excluded.value)::bigint;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_raise_floor AFTER DELETE ON products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION raise_download_floor();
--> statement-breakpoint
CREATE TRIGGER prices_raise_floor AFTER DELETE ON prices REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION raise_download_floor();
--> statement-breakpoint
CREATE TRIGGER products_truncated AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION raise_download_floor();
--> statement-breakpoint
CREATE TRIGGER prices_truncated AFTER TRUNCATE ON prices FOR EACH STATEMENT EXECUTE FUNCTION raise_download_floor();
