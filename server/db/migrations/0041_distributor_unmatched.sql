CREATE TABLE "distributor_unmatched" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"distributor_no" text NOT NULL,
	"kind" text NOT NULL,
	"their_code" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"gtin" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"row_count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "distributor_unmatched_code" UNIQUE("distributor_no","kind","their_code"),
	CONSTRAINT "distributor_unmatched_kind" CHECK ("distributor_unmatched"."kind" in ('customer', 'product'))
);
