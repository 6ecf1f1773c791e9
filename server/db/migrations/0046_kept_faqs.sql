-- Questions are known by their wording, so those that share one get a number.
DO $$ BEGIN
  LOOP
    UPDATE faqs f SET question = f.question || ' (' || alike.place || ')'
      FROM (SELECT id, row_number() OVER (PARTITION BY question ORDER BY deleted, updated_at, id) AS place FROM faqs) alike
      WHERE alike.id = f.id AND alike.place > 1;
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "faqs" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "faqs" ALTER COLUMN "subject" SET DEFAULT 'General';--> statement-breakpoint
ALTER TABLE "faqs" ALTER COLUMN "audience" SET DEFAULT 'everyone';--> statement-breakpoint
ALTER TABLE "faqs" ALTER COLUMN "position" SET DEFAULT 999;--> statement-breakpoint
ALTER TABLE "faqs" ALTER COLUMN "version" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "faqs" ADD CONSTRAINT "faqs_question_unique" UNIQUE("question");
