CREATE TABLE "adverts" (
	"code" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"first_day" date,
	"last_day" date,
	"product_nos" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
