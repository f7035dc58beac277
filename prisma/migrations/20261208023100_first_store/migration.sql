-- The first store: the schema of release 0.1.0 and the rows that every store begins with. That release made it in 57 steps.
-- A database that has gone them has all of this and does not run it (`schema.floor` in package.json).

-- Types

CREATE TYPE "AttemptState" AS ENUM ('PREPARED', 'SENT', 'ACCEPTED', 'UNKNOWN', 'REJECTED', 'NOT_SENT', 'ABSENT');
-- WAITING: a further wish for cards of an order whose cancellation is open.
CREATE TYPE "CancelState" AS ENUM ('WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED', 'REFUSED', 'HELD');
CREATE TYPE "CardCancelState" AS ENUM (
    'NONE',
    'ASKED',
    'SENT',
    'OPEN',
    'CONFIRMED',
    'REFUSED',
    'MONEY_DUE',
    'MONEY_BACK'
);
CREATE TYPE "GrantKind" AS ENUM ('link', 'paid_here');
CREATE TYPE "LineKind" AS ENUM ('PURCHASE', 'RENEWAL');
CREATE TYPE "LineState" AS ENUM (
    'AWAITING_PAYMENT',
    'READY',
    'PLACING',
    'UNKNOWN',
    'REJECTED',
    'PLACED',
    'CAPTURING',
    'FETCHING',
    'DELIVERABLE',
    'DELIVERED',
    'CANCELLING',
    'CANCEL_UNKNOWN',
    'CANCELLED',
    'REFUND_DUE',
    'REFUNDING',
    'REFUNDED',
    'HELD',
    'EXPIRED'
);
CREATE TYPE "OutboxState" AS ENUM ('DUE', 'SENT', 'GIVEN_UP');
CREATE TYPE "PaymentState" AS ENUM (
    'INTENDED',
    'OPEN',
    'AUTHORISED',
    'CAPTURING',
    'CAPTURED',
    'VOIDING',
    'VOIDED',
    'EXPIRED',
    'FAILED',
    'DISPUTED'
);
CREATE TYPE "PlanChangeKind" AS ENUM ('new', 'gone', 'back', 'dearer', 'cheaper', 'changed');
CREATE TYPE "PlanKind" AS ENUM ('fixed', 'day_pass', 'unsold');
-- What a person has read out of the exact wording of a plan's rule.
CREATE TYPE "PremarkAnswer" AS ENUM ('ALLOWED_UNTIL_INSTALL', 'ALLOWED_UNTIL_USE', 'NEVER', 'UNKNOWN');
CREATE TYPE "PriceRevisionState" AS ENUM ('draft', 'scheduled', 'applied', 'discarded', 'stopped');
CREATE TYPE "PriceRounding" AS ENUM ('none', 'whole', 'half', 'ninety_nine');
CREATE TYPE "PriceScope" AS ENUM ('global', 'shelf', 'destination', 'kind', 'plan');
CREATE TYPE "PromotionKind" AS ENUM ('PERCENT', 'FIXED');
CREATE TYPE "ProviderEventState" AS ENUM ('RECEIVED', 'APPLIED', 'UNMATCHED');
CREATE TYPE "RefundKind" AS ENUM ('AUTOMATIC', 'CARDS', 'GOODWILL');
CREATE TYPE "RefundState" AS ENUM ('INTENDED', 'SENT', 'DONE', 'REFUSED');
CREATE TYPE "Shelf" AS ENUM (
    'asia',
    'europe',
    'africa',
    'latin_america',
    'north_america',
    'oceania',
    'multi_country',
    'more'
);
CREATE TYPE "StaffRole" AS ENUM ('read_only', 'support', 'finance', 'manager', 'owner');
CREATE TYPE "SyncState" AS ENUM ('running', 'finished', 'failed');

-- Functions. \073 is a semicolon: the engine that compares schemas cuts a script at every literal one, quoted or not.

-- A difference is looked up by the last six digits of every card that it names, ours or not, wherever its evidence does.
CREATE FUNCTION card_ends(subject text, evidence jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$SELECT array_agg(right(n, 6)) FROM (
    SELECT subject AS n UNION SELECT v #>> '{}' FROM jsonb_path_query(evidence, '$.** ? (@.type() == "string")') v
  ) s WHERE n ~ '^[0-9]{18,20}$'$$;

-- A restored row keeps what it brings: its order may come after it.
CREATE FUNCTION copy_order_instant() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN NEW."orderedAt" := coalesce((SELECT "createdAt" FROM "Order" WHERE "id" = NEW."orderId"), NEW."orderedAt")\073 RETURN NEW\073 END';

CREATE FUNCTION mark_by_entry() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN INSERT INTO "DayMark" SELECT ''supplier'', (x."at" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint FROM (VALUES (NEW."at"), (OLD."at")) x ("at") WHERE x."at" IS NOT NULL ON CONFLICT DO NOTHING\073 PERFORM mark_day_of(l."orderId") FROM "UpstreamOrder" u JOIN "Line" l ON l."id" = u."lineId" WHERE u."orderNum" IN (NEW."orderNum", OLD."orderNum") AND ''expected_credit'' IN (NEW."kind", OLD."kind")\073 RETURN NULL\073 END';

CREATE FUNCTION mark_by_line() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(l."orderId") FROM "Line" l WHERE l."id" = coalesce(NEW."lineId", OLD."lineId")\073 RETURN NULL\073 END';

CREATE FUNCTION mark_by_order() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(coalesce(NEW."orderId", OLD."orderId"))\073 RETURN NULL\073 END';

CREATE FUNCTION mark_by_payment() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN PERFORM mark_day_of(p."orderId") FROM "Payment" p WHERE p."id" = coalesce(NEW."paymentId", OLD."paymentId")\073 RETURN NULL\073 END';

CREATE FUNCTION mark_moved_order() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN INSERT INTO "DayMark" VALUES (OLD."mode", (OLD."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint), (NEW."mode", (NEW."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint) ON CONFLICT DO NOTHING\073 RETURN NULL\073 END';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''% is append-only'', TG_TABLE_NAME USING ERRCODE = ''restrict_violation''\073 END';

-- Forgetting a person may take words out of what is otherwise append-only: the named columns, while the transaction says
-- that it erases, and nothing else.
CREATE FUNCTION refuse_change_but_erasing() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN IF TG_OP = ''UPDATE'' AND current_setting(''landfall.erasing'', true) = ''on'' AND (to_jsonb(NEW) - TG_ARGV) = (to_jsonb(OLD) - TG_ARGV) THEN RETURN NEW\073 END IF\073 RAISE EXCEPTION ''% is append-only'', TG_TABLE_NAME USING ERRCODE = ''restrict_violation''\073 END';

CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN IF EXISTS (SELECT 1 FROM "MonthClose" m WHERE m."id" IN (NEW."monthId", OLD."monthId")) THEN RAISE EXCEPTION ''this month is closed'' USING ERRCODE = ''restrict_violation''\073 END IF\073 RETURN coalesce(NEW, OLD)\073 END';

-- Tables, each with its indexes and triggers

CREATE TABLE "AccessLink" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "AccessLink_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "AccessLink_tokenHash_key" ON "AccessLink" ("tokenHash");

-- Customers who sign in. They have a profile, and may have a password and second factors, as staff have.
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "provenAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL DEFAULT '',
    "homeZone" TEXT,
    "company" TEXT NOT NULL DEFAULT '',
    "taxNumber" TEXT NOT NULL DEFAULT '',
    "postalAddress" TEXT NOT NULL DEFAULT '',
    "passwordHash" TEXT,
    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);
-- Accounts are found by the beginning of their address. The unique index serves that in the C collation only.
CREATE INDEX "Account_email_beginning" ON "Account" (lower("email") text_pattern_ops);
CREATE UNIQUE INDEX "Account_email_key" ON "Account" ("email");
CREATE INDEX "Account_provenAt_createdAt_idx" ON "Account" ("provenAt", "createdAt");

CREATE TABLE "AccountSession" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "address" TEXT,
    "browser" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "factor" TEXT DEFAULT 'none',
    "proof" TEXT NOT NULL DEFAULT 'link',
    "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "AccountSession_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AccountSession_accountId_idx" ON "AccountSession" ("accountId");
CREATE UNIQUE INDEX "AccountSession_tokenHash_key" ON "AccountSession" ("tokenHash");

-- What the owners are mailed about by the store itself.
CREATE TABLE "Alarm" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Alarm_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Alarm_closedAt_idx" ON "Alarm" ("closedAt");
-- Several workers find the same thing at once: one of them opens the alarm.
CREATE UNIQUE INDEX "Alarm_one_open_per_kind" ON "Alarm" ("kind") WHERE "closedAt" IS NULL;

CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "attemptRef" TEXT NOT NULL,
    "state" "AttemptState" NOT NULL DEFAULT 'PREPARED',
    "class" TEXT,
    "code" INTEGER,
    "reason" TEXT,
    "evidence" JSONB,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "cleanLooks" INTEGER NOT NULL DEFAULT 0,
    "firstCleanAt" TIMESTAMPTZ(3),
    "lastLookAt" TIMESTAMPTZ(3),
    "watchUntil" TIMESTAMPTZ(3),
    "preparedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Attempt_sent_at" CHECK ("state" NOT IN ('SENT', 'ACCEPTED', 'UNKNOWN') OR "sentAt" IS NOT NULL),
    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Attempt_attemptRef_key" ON "Attempt" ("attemptRef");
CREATE UNIQUE INDEX "Attempt_lineId_n_key" ON "Attempt" ("lineId", "n");
-- At most one open call per line.
CREATE UNIQUE INDEX "Attempt_one_open_per_line" ON "Attempt" ("lineId") WHERE "state" IN ('PREPARED', 'SENT', 'UNKNOWN');
CREATE INDEX "Attempt_state_idx" ON "Attempt" ("state");

CREATE TABLE "AuditEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "role" TEXT,
    "act" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reason" TEXT,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AuditEvent_act_id_idx" ON "AuditEvent" ("act", "id");
-- The audit list is read by actor and by act, newest first.
CREATE INDEX "AuditEvent_actor_id_idx" ON "AuditEvent" ("actor", "id");
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent" ("at");
CREATE INDEX "AuditEvent_subject_idx" ON "AuditEvent" ("subject");
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing('reason', 'before', 'after');

CREATE TABLE "BankPayout" (
    "id" TEXT NOT NULL,
    "transferId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "BankPayout_amount" CHECK ("amountMinor" > 0),
    CONSTRAINT "BankPayout_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "BankPayout_key_key" ON "BankPayout" ("key");
CREATE INDEX "BankPayout_transferId_idx" ON "BankPayout" ("transferId");

-- The store's own book of bank transfers.
CREATE TABLE "BankTransfer" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "metadata" JSONB NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "receivedMinor" INTEGER,
    "receivedCurrency" CHAR(3),
    "receivedOn" TEXT,
    "receivedBy" TEXT,
    "receivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "BankTransfer_amount" CHECK ("amountMinor" > 0),
    -- Received whole or not at all: a sum without its currency, or without the person who typed it in, is nothing.
    CONSTRAINT "BankTransfer_received" CHECK (
      ("receivedMinor" IS NULL AND "receivedCurrency" IS NULL AND "receivedBy" IS NULL AND "receivedAt" IS NULL)
      OR ("receivedMinor" > 0 AND "receivedCurrency" IS NOT NULL AND "receivedBy" IS NOT NULL AND "receivedAt" IS NOT NULL)
    ),
    CONSTRAINT "BankTransfer_pkey" PRIMARY KEY ("id")
);
-- The transfers that a person looks for in the account, the longest awaited first.
CREATE INDEX "BankTransfer_awaited" ON "BankTransfer" ("createdAt") WHERE "receivedMinor" IS NULL AND "endedAt" IS NULL;
CREATE INDEX "BankTransfer_createdAt_idx" ON "BankTransfer" ("createdAt");
CREATE UNIQUE INDEX "BankTransfer_key_key" ON "BankTransfer" ("key");

CREATE TABLE "Break" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "orderId" TEXT,
    "evidence" JSONB NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "resolution" TEXT,
    -- What exactly differs (so that what a person has settled stays settled), what may be lost, and why it was closed.
    "mark" TEXT,
    "riskAmount" DECIMAL(18,6),
    "riskCurrency" CHAR(3),
    "seenAt" TIMESTAMPTZ(3),
    "reason" TEXT,
    -- A difference remembers which comparison opened it and which one closed it: their numbers lead to it.
    "openedRun" TEXT,
    "closedRun" TEXT,
    CONSTRAINT "Break_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Break_card_ends" ON "Break" USING GIN (card_ends("subject", "evidence"));
CREATE INDEX "Break_closed" ON "Break" ("closedAt") WHERE "closedAt" IS NOT NULL;
CREATE INDEX "Break_closedRun_idx" ON "Break" ("closedRun");
CREATE INDEX "Break_evidence_idx" ON "Break" USING GIN ("evidence" jsonb_path_ops);
CREATE INDEX "Break_kind_subject_idx" ON "Break" ("kind", "subject");
-- At most one open difference per subject.
CREATE UNIQUE INDEX "Break_one_open_per_subject" ON "Break" ("kind", "subject") WHERE "closedAt" IS NULL;
CREATE INDEX "Break_open" ON "Break" ("openedAt") WHERE "closedAt" IS NULL;
CREATE INDEX "Break_openedAt_idx" ON "Break" ("openedAt");
CREATE INDEX "Break_openedRun_idx" ON "Break" ("openedRun");
-- A difference is looked up by the order it belongs to, by what it is about, and by what a side says in its evidence.
CREATE INDEX "Break_orderId_idx" ON "Break" ("orderId");
CREATE INDEX "Break_subject_idx" ON "Break" ("subject");

CREATE TABLE "Breaker" (
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'closed',
    "failures" INTEGER NOT NULL DEFAULT 0,
    "recent" JSONB NOT NULL DEFAULT '[]',
    "openedAt" TIMESTAMPTZ(3),
    "nextProbeAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Breaker_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "BuyerBlock" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "endedBy" TEXT,
    "endReason" TEXT,
    CONSTRAINT "BuyerBlock_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "BuyerBlock_email_idx" ON "BuyerBlock" ("email");
CREATE UNIQUE INDEX "BuyerBlock_one_open" ON "BuyerBlock" ("email") WHERE "endedAt" IS NULL;
-- Who may not buy now: the newest first.
CREATE INDEX "BuyerBlock_standing" ON "BuyerBlock" ("at") WHERE "endedAt" IS NULL;

CREATE TABLE "CallLog" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endpoint" TEXT NOT NULL,
    "lineId" TEXT,
    "reference" TEXT,
    "orderNum" TEXT,
    "class" TEXT NOT NULL,
    "code" INTEGER,
    "note" TEXT,
    "latencyMs" INTEGER NOT NULL,
    "bytes" INTEGER,
    CONSTRAINT "CallLog_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CallLog_at_idx" ON "CallLog" ("at");
CREATE INDEX "CallLog_endpoint_at_idx" ON "CallLog" ("endpoint", "at");
CREATE INDEX "CallLog_lineId_idx" ON "CallLog" ("lineId");
CREATE TRIGGER "CallLog_append_only" BEFORE UPDATE ON "CallLog" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "CancelAttempt" (
    "id" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "state" "CancelState" NOT NULL DEFAULT 'ASKED',
    "requestedBy" TEXT NOT NULL,
    "reason" TEXT,
    "answer" JSONB,
    "outcome" JSONB,
    "looks" INTEGER NOT NULL DEFAULT 0,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "onceKey" TEXT,
    "fingerprint" TEXT,
    CONSTRAINT "CancelAttempt_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CancelAttempt_nextActionAt_idx" ON "CancelAttempt" ("nextActionAt");
-- At most one open cancellation per upstream order.
CREATE UNIQUE INDEX "CancelAttempt_one_open_per_order" ON "CancelAttempt" ("orderNum") WHERE "state" IN ('ASKED', 'SENT', 'OPEN');
CREATE UNIQUE INDEX "CancelAttempt_orderNum_onceKey_key" ON "CancelAttempt" ("orderNum", "onceKey");
CREATE INDEX "CancelAttempt_state_askedAt_idx" ON "CancelAttempt" ("state", "askedAt");
CREATE INDEX "CancelAttempt_state_endedAt_idx" ON "CancelAttempt" ("state", "endedAt");

CREATE TABLE "CancelItem" (
    "attemptId" TEXT NOT NULL,
    "cardId" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "answer" TEXT,
    CONSTRAINT "CancelItem_pkey" PRIMARY KEY ("attemptId", "cardId")
);

CREATE TABLE "Capability" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "evidence" JSONB,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Capability_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Card" (
    "id" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "priceShareMinor" INTEGER NOT NULL,
    "sealedCode" BYTEA,
    "codeFinding" TEXT,
    "activateBefore" CHAR(10),
    "travellerName" TEXT,
    "label" TEXT,
    "cancelState" "CardCancelState" NOT NULL DEFAULT 'NONE',
    "revealedAt" TIMESTAMPTZ(3),
    "revealedBy" TEXT,
    "revealConsent" JSONB,
    "facts" JSONB,
    "factsReadAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The code of a card is deleted when its last plan is long over, and the card says since when it is gone.
    "codeRemovedAt" TIMESTAMPTZ(3),
    -- How many fields of the upstream's answer gave the same code. Cards from before were not counted.
    "codeSources" INTEGER,
    CONSTRAINT "Card_code_removed" CHECK ("codeRemovedAt" IS NULL OR "sealedCode" IS NULL),
    CONSTRAINT "Card_iccid" CHECK ("iccid" ~ '^[0-9]{10,22}$'),
    CONSTRAINT "Card_pkey" PRIMARY KEY ("id")
);
-- Install deadlines that come near are looked for by date.
CREATE INDEX "Card_activateBefore_idx" ON "Card" ("activateBefore");
CREATE INDEX "Card_createdAt_id_idx" ON "Card" ("createdAt", "id");
CREATE UNIQUE INDEX "Card_iccid_key" ON "Card" ("iccid");
CREATE INDEX "Card_iccid_tail" ON "Card" (right("iccid", 6));
CREATE INDEX "Card_lineId_idx" ON "Card" ("lineId");
-- The list of cards narrowed to the few: those on their way back, and those that nobody has opened.
CREATE INDEX "Card_return_state" ON "Card" ("cancelState", "createdAt", "id") WHERE "cancelState" <> 'NONE';
-- Which keys the stored codes need is asked at every start: without this, every code there is was read for it.
CREATE INDEX "Card_sealed_key" ON "Card" ((
  CASE WHEN substring("sealedCode" FROM 1 FOR 1) = '\x01' AND length("sealedCode") > 2
    THEN encode(substring("sealedCode" FROM 3 FOR get_byte("sealedCode", 1)), 'escape') COLLATE "C" END
));
CREATE INDEX "Card_traveller_beginning" ON "Card" (lower("travellerName") text_pattern_ops) WHERE "travellerName" IS NOT NULL;
CREATE INDEX "Card_unopened" ON "Card" ("createdAt", "id") WHERE "revealedAt" IS NULL;

-- A card that somebody holds and that no order of ours brought. A line names it like a card of ours.
CREATE TABLE "CardInHand" (
    "id" TEXT NOT NULL,
    "iccid" TEXT NOT NULL,
    "brandName" TEXT,
    "partnerId" INTEGER,
    "firstOrderNum" TEXT,
    "quotedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CardInHand_iccid" CHECK ("iccid" ~ '^[0-9]{10,22}$'),
    CONSTRAINT "CardInHand_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CardInHand_createdAt_idx" ON "CardInHand" ("createdAt");
CREATE UNIQUE INDEX "CardInHand_iccid_key" ON "CardInHand" ("iccid");

-- One eSIM given to one person, by a link and a PIN.
CREATE TABLE "CardShare" (
    "id" TEXT NOT NULL,
    "cardId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "pinHash" TEXT NOT NULL,
    "wrongPins" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "endReason" TEXT,
    CONSTRAINT "CardShare_end" CHECK (("endedAt" IS NULL) = ("endReason" IS NULL)),
    CONSTRAINT "CardShare_pins" CHECK ("wrongPins" BETWEEN 0 AND 5),
    CONSTRAINT "CardShare_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "CardShare_cardId_createdAt_idx" ON "CardShare" ("cardId", "createdAt");
-- A card is given to one person at a time.
CREATE UNIQUE INDEX "CardShare_open" ON "CardShare" ("cardId") WHERE "endedAt" IS NULL;
CREATE UNIQUE INDEX "CardShare_tokenHash_key" ON "CardShare" ("tokenHash");

CREATE TABLE "CatalogState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" INTEGER NOT NULL DEFAULT 0,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CatalogState_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CountryAlias" (
    "name" TEXT NOT NULL,
    "iso2" CHAR(2) NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CountryAlias_pkey" PRIMARY KEY ("name")
);

-- Money that a customer may spend here: a promotion with a sum that one person alone uses up, order by order.
CREATE TABLE "Credit" (
    "id" TEXT NOT NULL,
    "holderId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "agreedBy" TEXT,
    "agreedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Credit_agreed" CHECK (("agreedBy" IS NULL) = ("agreedAt" IS NULL)),
    CONSTRAINT "Credit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Credit_holderId_idx" ON "Credit" ("holderId");
-- Whose it is never changes, and what was agreed to stays agreed to.
CREATE TRIGGER "Credit_agreed_once" BEFORE UPDATE ON "Credit" FOR EACH ROW
  WHEN ((OLD."id", OLD."holderId") IS DISTINCT FROM (NEW."id", NEW."holderId")
    OR (OLD."agreedAt" IS NOT NULL
      AND (OLD."agreedAt", OLD."agreedBy") IS DISTINCT FROM (NEW."agreedAt", NEW."agreedBy")))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Credit_kept" BEFORE DELETE ON "Credit" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "Customer" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Customer_pkey" PRIMARY KEY ("id")
);

-- Addresses of one customer.
CREATE TABLE "CustomerAddress" (
    "email" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CustomerAddress_pkey" PRIMARY KEY ("email")
);
CREATE INDEX "CustomerAddress_groupId_idx" ON "CustomerAddress" ("groupId");

-- What people asked for about their own data.
CREATE TABLE "DataRequest" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "askedBy" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "outcome" TEXT,
    "report" JSONB,
    CONSTRAINT "DataRequest_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "DataRequest_closedAt_askedAt_idx" ON "DataRequest" ("closedAt", "askedAt");
CREATE INDEX "DataRequest_personId_idx" ON "DataRequest" ("personId");

CREATE TABLE "DayMark" (
    "book" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "tx" BIGINT NOT NULL,
    CONSTRAINT "DayMark_pkey" PRIMARY KEY ("book", "day", "tx")
);

-- What each day adds up to, so that figures of a year do not read every line of it.
CREATE TABLE "DaySum" (
    "book" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "lines" INTEGER NOT NULL,
    "knownLines" INTEGER NOT NULL,
    "revenueMinor" BIGINT NOT NULL,
    "taxMinor" BIGINT NOT NULL,
    "discountMinor" BIGINT NOT NULL,
    "refundedMinor" BIGINT NOT NULL,
    "quoted" DECIMAL(24,6) NOT NULL,
    "quotedByDays" DECIMAL(24,6) NOT NULL,
    "charged" DECIMAL(24,6) NOT NULL,
    "credited" DECIMAL(24,6) NOT NULL,
    "spentMinor" BIGINT NOT NULL,
    "marginMinor" BIGINT NOT NULL,
    CONSTRAINT "DaySum_pkey" PRIMARY KEY ("book", "by", "day", "key", "currency", "costCurrency")
);

CREATE TABLE "EarlyExpiry" (
    "id" BIGSERIAL NOT NULL,
    "epoch" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "EarlyExpiry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "EarlyExpiry_at_idx" ON "EarlyExpiry" ("at");
CREATE UNIQUE INDEX "EarlyExpiry_epoch_key" ON "EarlyExpiry" ("epoch");

CREATE TABLE "Erasure" (
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Erasure_pkey" PRIMARY KEY ("id")
);
CREATE TRIGGER "Erasure_append_only" BEFORE UPDATE OR DELETE ON "Erasure" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "ExchangeRate" (
    "id" TEXT NOT NULL,
    "from" CHAR(3) NOT NULL,
    "to" CHAR(3) NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "source" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asOf" CHAR(10),
    "setBy" TEXT,
    CONSTRAINT "ExchangeRate_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ExchangeRate_from_to_at_idx" ON "ExchangeRate" ("from", "to", "at");

CREATE TABLE "GuestGrant" (
    "sessionId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "kind" "GrantKind" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "GuestGrant_pkey" PRIMARY KEY ("sessionId", "orderId")
);

CREATE TABLE "GuestSession" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "GuestSession_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "GuestSession_tokenHash_key" ON "GuestSession" ("tokenHash");

CREATE TABLE "Heartbeat" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("id")
);

-- Invoices with the data of a company. A row is never changed but by an erasure, and a correction is a row of its own.
CREATE TABLE "Invoice" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "taxNumber" TEXT NOT NULL,
    "postalAddress" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "totalMinor" INTEGER NOT NULL,
    "taxMinor" INTEGER NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Invoice_number_key" ON "Invoice" ("number");
CREATE INDEX "Invoice_orderId_issuedAt_idx" ON "Invoice" ("orderId", "issuedAt");

-- The last number of a year. Taken in the transaction of the invoice, so that no number is missing.
CREATE TABLE "InvoiceYear" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,
    CONSTRAINT "InvoiceYear_pkey" PRIMARY KEY ("year")
);

CREATE TABLE "LearnedAnswer" (
    "id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "code" INTEGER NOT NULL,
    "messageHash" TEXT NOT NULL,
    "message" TEXT,
    "proofs" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "filedBy" TEXT NOT NULL,
    "filedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoneBy" TEXT,
    "undoneAt" TIMESTAMPTZ(3),
    CONSTRAINT "LearnedAnswer_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "LearnedAnswer_endpoint_code_idx" ON "LearnedAnswer" ("endpoint", "code");
CREATE UNIQUE INDEX "LearnedAnswer_one_filed" ON "LearnedAnswer" ("endpoint", "code", "messageHash") WHERE "undoneAt" IS NULL;

CREATE TABLE "LegalText" (
    "page" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "LegalText_pkey" PRIMARY KEY ("page", "locale", "version")
);
-- What somebody has agreed to is never written over.
CREATE TRIGGER "LegalText_append_only" BEFORE UPDATE OR DELETE ON "LegalText" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "Line" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "quoteId" TEXT NOT NULL,
    "kind" "LineKind" NOT NULL DEFAULT 'PURCHASE',
    "cardId" TEXT,
    "lineRef" TEXT NOT NULL,
    "state" "LineState" NOT NULL DEFAULT 'AWAITING_PAYMENT',
    "reason" TEXT,
    "evidence" JSONB,
    "priceMinor" INTEGER NOT NULL,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "deadlineAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),
    "readyAt" TIMESTAMPTZ(3),
    "unknownSince" TIMESTAMPTZ(3),
    "placedAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    -- An order may hold several lines: their places in it, and which of them a capture has left out.
    "position" INTEGER NOT NULL DEFAULT 1,
    "notCaptured" BOOLEAN NOT NULL DEFAULT false,
    -- What discounts took off each line of an order. Its price is what is left, and what is paid.
    "discountMinor" INTEGER NOT NULL DEFAULT 0,
    -- The lists of orders by state: read from one index, newest first, however many orders there are. The order's own
    -- instant never changes, so a line may carry a copy of it.
    "orderedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Line_price" CHECK ("priceMinor" >= 0),
    CONSTRAINT "Line_renewal_has_card" CHECK ("kind" <> 'RENEWAL' OR "cardId" IS NOT NULL),
    CONSTRAINT "Line_pkey" PRIMARY KEY ("id")
);
-- What was delivered lately, for whoever follows deliveries: not every line of the store each minute.
CREATE INDEX "Line_deliveredAt_idx" ON "Line" ("deliveredAt");
CREATE UNIQUE INDEX "Line_lineRef_key" ON "Line" ("lineRef");
CREATE INDEX "Line_nextActionAt_idx" ON "Line" ("nextActionAt");
-- Several paid top-ups of one card may wait in line. Only one of them at a time has a call that is out, or whose
-- outcome nobody knows: what turns up on the card then belongs to that one.
CREATE UNIQUE INDEX "Line_one_call_per_card" ON "Line" ("cardId") WHERE "kind" = 'RENEWAL' AND "state" IN ('PLACING', 'UNKNOWN');
CREATE INDEX "Line_orderId_idx" ON "Line" ("orderId");
CREATE UNIQUE INDEX "Line_orderId_position_key" ON "Line" ("orderId", "position");
CREATE INDEX "Line_state_idx" ON "Line" ("state");
CREATE INDEX "Line_state_orderedAt_orderId_idx" ON "Line" ("state", "orderedAt", "orderId");
-- The top-ups of a card.
CREATE INDEX "Line_top_ups_of_card" ON "Line" ("cardId", "createdAt") WHERE "kind" = 'RENEWAL';
CREATE TRIGGER "Line_day" AFTER INSERT OR DELETE ON "Line" FOR EACH ROW EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Line_day_changed" AFTER UPDATE OF "notCaptured", "priceMinor", "discountMinor", "quoteId" ON "Line" FOR EACH ROW
  WHEN ((OLD."notCaptured", OLD."priceMinor", OLD."discountMinor", OLD."quoteId") IS DISTINCT FROM (NEW."notCaptured", NEW."priceMinor", NEW."discountMinor", NEW."quoteId"))
  EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Line_discount_immutable" BEFORE UPDATE OF "discountMinor" ON "Line" FOR EACH ROW
  WHEN (OLD."discountMinor" IS DISTINCT FROM NEW."discountMinor") EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "Line_order_instant" BEFORE INSERT ON "Line" FOR EACH ROW EXECUTE FUNCTION copy_order_instant();

CREATE TABLE "LossEntry" (
    "id" TEXT NOT NULL,
    "orderId" TEXT,
    "kind" TEXT NOT NULL,
    -- A loss whose sum nobody knows is no loss of zero, and one that no order stands behind belongs to a book all the same.
    "amount" DECIMAL(18,6),
    "currency" CHAR(3) NOT NULL,
    "evidence" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- A worker of the version before names no book. Its losses are rather shown than refused.
    "mode" TEXT NOT NULL DEFAULT 'live',
    CONSTRAINT "LossEntry_pkey" PRIMARY KEY ("id")
);
-- Losses are listed by their moment, and those of the last day are counted each minute.
CREATE INDEX "LossEntry_at_idx" ON "LossEntry" ("at");
CREATE INDEX "LossEntry_network" ON "LossEntry" (("evidence"->>'orderNum'));
CREATE INDEX "LossEntry_orderId_idx" ON "LossEntry" ("orderId");

-- What customers write to the store.
CREATE TABLE "Message" (
    "id" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "orderId" TEXT,
    "facts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT,
    "answeredBy" TEXT,
    "closedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Message_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Message_closedAt_createdAt_id_idx" ON "Message" ("closedAt", "createdAt", "id");
CREATE INDEX "Message_email_idx" ON "Message" ("email");
CREATE INDEX "Message_orderId_idx" ON "Message" ("orderId");
CREATE UNIQUE INDEX "Message_reference_key" ON "Message" ("reference");

-- A closed month, and what it books of every sold line.
CREATE TABLE "MonthClose" (
    "id" TEXT NOT NULL,
    "book" TEXT NOT NULL,
    "month" CHAR(7) NOT NULL,
    "sums" JSONB NOT NULL,
    "notes" JSONB NOT NULL,
    "closedBy" TEXT NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "MonthClose_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "MonthClose_book_month_key" ON "MonthClose" ("book", "month");
CREATE TRIGGER "MonthClose_append_only" BEFORE UPDATE OR DELETE ON "MonthClose" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "MonthEntry" (
    "monthId" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "isCorrection" BOOLEAN NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderNumber" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planId" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "lines" INTEGER NOT NULL,
    "knownLines" INTEGER NOT NULL,
    "revenueMinor" INTEGER NOT NULL,
    "taxMinor" INTEGER NOT NULL,
    "discountMinor" INTEGER NOT NULL,
    "refundedMinor" INTEGER NOT NULL,
    "quoted" DECIMAL(18,6) NOT NULL,
    "charged" DECIMAL(18,6) NOT NULL,
    "credited" DECIMAL(18,6) NOT NULL,
    "spentMinor" INTEGER NOT NULL,
    "marginMinor" INTEGER NOT NULL,
    CONSTRAINT "MonthEntry_pkey" PRIMARY KEY ("monthId", "lineId")
);
CREATE INDEX "MonthEntry_at_idx" ON "MonthEntry" ("at");
CREATE INDEX "MonthEntry_lineId_idx" ON "MonthEntry" ("lineId");
CREATE TRIGGER "MonthEntry_closed" BEFORE INSERT OR UPDATE OR DELETE ON "MonthEntry" FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();

CREATE TABLE "OneTimeLink" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- What a one-time token is about: an invitation, a person, a challenge.
    "subject" TEXT,
    CONSTRAINT "OneTimeLink_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "OneTimeLink_tokenHash_key" ON "OneTimeLink" ("tokenHash");

CREATE TABLE "Order" (
    "id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "customerId" TEXT,
    "scope" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "totalMinor" INTEGER NOT NULL,
    "mode" TEXT NOT NULL,
    "consent" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The zone that was seen at the checkout, for times in mails, and the reminders that a buyer switched off.
    "timeZone" TEXT,
    "mutedMails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Order_createdAt_idx" ON "Order" ("createdAt");
CREATE UNIQUE INDEX "Order_number_key" ON "Order" ("number");
CREATE INDEX "Order_personId_idx" ON "Order" ("personId");
CREATE UNIQUE INDEX "Order_scope_idempotencyKey_key" ON "Order" ("scope", "idempotencyKey");
CREATE TRIGGER "Order_day_moved" AFTER UPDATE OF "mode", "createdAt", "currency" ON "Order" FOR EACH ROW EXECUTE FUNCTION mark_moved_order();

CREATE TABLE "OrderAssignee" (
    "orderId" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "OrderAssignee_pkey" PRIMARY KEY ("orderId")
);
CREATE INDEX "OrderAssignee_staffId_idx" ON "OrderAssignee" ("staffId");

CREATE TABLE "OrderEvent" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "orderId" TEXT NOT NULL,
    "lineId" TEXT,
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    CONSTRAINT "OrderEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "OrderEvent_orderId_id_idx" ON "OrderEvent" ("orderId", "id");
CREATE TRIGGER "OrderEvent_append_only" BEFORE UPDATE OR DELETE ON "OrderEvent" FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing('data');

-- Notes of staff about an order.
CREATE TABLE "OrderNote" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "OrderNote_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "OrderNote_orderId_at_idx" ON "OrderNote" ("orderId", "at");

CREATE TABLE "OrderTag" (
    "orderId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "OrderTag_pkey" PRIMARY KEY ("orderId", "tag")
);
CREATE INDEX "OrderTag_tag_idx" ON "OrderTag" ("tag");

CREATE TABLE "Outbox" (
    "id" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "orderId" TEXT,
    "payload" JSONB NOT NULL,
    "state" "OutboxState" NOT NULL DEFAULT 'DUE',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "nextActionAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Outbox_dedupeKey_key" ON "Outbox" ("dedupeKey");
CREATE INDEX "Outbox_given_up" ON "Outbox" ("createdAt") WHERE "state" = 'GIVEN_UP';
CREATE INDEX "Outbox_nextActionAt_idx" ON "Outbox" ("nextActionAt");
-- The mails of an order.
CREATE INDEX "Outbox_orderId_idx" ON "Outbox" ("orderId");
CREATE INDEX "Outbox_sent" ON "Outbox" ("sentAt") WHERE "sentAt" IS NOT NULL;
CREATE INDEX "Outbox_state_createdAt_idx" ON "Outbox" ("state", "createdAt");

-- The mirror of the distribution partners of physical cards.
CREATE TABLE "Partner" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "upstreamName" TEXT NOT NULL,
    "iconUrl" TEXT,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "readAt" TIMESTAMPTZ(3),
    "lastReadError" TEXT,
    "vanishedAt" TIMESTAMPTZ(3),
    -- Why the grouped list could not be read: the plain one is shown then, and says nothing about differences.
    "groupedError" TEXT,
    CONSTRAINT "Partner_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Partner_slug_key" ON "Partner" ("slug");

CREATE TABLE "PartnerPlan" (
    "partnerId" INTEGER NOT NULL,
    "planKey" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "code" TEXT,
    "priceId" INTEGER NOT NULL,
    "kind" "PlanKind" NOT NULL,
    "minDays" INTEGER,
    "maxDays" INTEGER,
    "amountValue" INTEGER NOT NULL,
    "amountUnit" TEXT NOT NULL,
    "validityDays" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "label" TEXT,
    "networks" JSONB,
    CONSTRAINT "PartnerPlan_pkey" PRIMARY KEY ("partnerId", "skuId", "planKey")
);

CREATE TABLE "PartnerSku" (
    "partnerId" INTEGER NOT NULL,
    "skuId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "continent" TEXT,
    "searchText" TEXT,
    "isListed" BOOLEAN NOT NULL,
    "isGrouped" BOOLEAN NOT NULL,
    "iso2" CHAR(2),
    CONSTRAINT "PartnerSku_pkey" PRIMARY KEY ("partnerId", "skuId")
);

CREATE TABLE "Payment" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "n" INTEGER NOT NULL DEFAULT 1,
    "provider" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sessionId" TEXT,
    "objectId" TEXT,
    "payUrl" TEXT,
    "amountMinor" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "state" "PaymentState" NOT NULL DEFAULT 'INTENDED',
    "reason" TEXT,
    "isTest" BOOLEAN NOT NULL,
    "capturedMinor" INTEGER NOT NULL DEFAULT 0,
    "refundedMinor" INTEGER NOT NULL DEFAULT 0,
    "captureKey" TEXT,
    "captureDueAt" TIMESTAMPTZ(3),
    "captureUsedAt" TIMESTAMPTZ(3),
    "voidKey" TEXT,
    "holdExpiresAt" TIMESTAMPTZ(3),
    "sessionEndsAt" TIMESTAMPTZ(3),
    "polls" INTEGER NOT NULL DEFAULT 0,
    "lastReadAt" TIMESTAMPTZ(3),
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    -- An order that staff give away asks for nothing, and only such an order does.
    CONSTRAINT "Payment_amount" CHECK (
      CASE WHEN "provider" = 'no_charge' THEN "amountMinor" = 0 ELSE "amountMinor" > 0 END
    ),
    CONSTRAINT "Payment_sums" CHECK ("capturedMinor" >= 0 AND "capturedMinor" <= "amountMinor" AND "refundedMinor" >= 0 AND "refundedMinor" <= "capturedMinor"),
    CONSTRAINT "Payment_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Payment_createdAt_idx" ON "Payment" ("createdAt");
-- What should move and has no date: asked each few minutes, so it must not grow with what is done.
CREATE INDEX "Payment_forgotten" ON "Payment" ("id")
  WHERE "nextActionAt" IS NULL AND "state" IN ('INTENDED', 'OPEN', 'CAPTURING', 'VOIDING');
CREATE UNIQUE INDEX "Payment_key_key" ON "Payment" ("key");
CREATE INDEX "Payment_nextActionAt_idx" ON "Payment" ("nextActionAt");
CREATE UNIQUE INDEX "Payment_orderId_n_key" ON "Payment" ("orderId", "n");
CREATE UNIQUE INDEX "Payment_provider_objectId_key" ON "Payment" ("provider", "objectId");
CREATE UNIQUE INDEX "Payment_provider_sessionId_key" ON "Payment" ("provider", "sessionId");
CREATE TRIGGER "Payment_day" AFTER INSERT OR DELETE ON "Payment" FOR EACH ROW EXECUTE FUNCTION mark_by_order();
CREATE TRIGGER "Payment_day_changed" AFTER UPDATE OF "capturedMinor", "reason", "provider", "n", "state" ON "Payment" FOR EACH ROW
  WHEN ((OLD."capturedMinor", OLD."reason", OLD."provider", OLD."n") IS DISTINCT FROM (NEW."capturedMinor", NEW."reason", NEW."provider", NEW."n") OR (NEW."provider" = 'no_charge' AND OLD."state" <> NEW."state"))
  EXECUTE FUNCTION mark_by_order();

CREATE TABLE "Person" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "phone" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);
-- What a person is called must not live on in the statistics of the database.
ALTER TABLE "Person" ALTER COLUMN "email" SET STATISTICS 0;
ALTER TABLE "Person" ALTER COLUMN "name" SET STATISTICS 0;
ALTER TABLE "Person" ALTER COLUMN "phone" SET STATISTICS 0;
CREATE INDEX "Person_email_beginning" ON "Person" (lower("email") text_pattern_ops);
CREATE INDEX "Person_email_idx" ON "Person" ("email");
CREATE INDEX "Person_name_beginning" ON "Person" (lower("name") text_pattern_ops) WHERE "name" IS NOT NULL;

CREATE TABLE "Plan" (
    "id" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planKey" TEXT NOT NULL,
    "code" TEXT,
    "priceId" INTEGER NOT NULL,
    "kind" "PlanKind" NOT NULL,
    "unsoldReason" TEXT,
    "minDays" INTEGER,
    "maxDays" INTEGER,
    "amountValue" INTEGER NOT NULL,
    "amountUnit" TEXT NOT NULL,
    "validityDays" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "openCardFee" DECIMAL(18,6),
    "canTopUp" BOOLEAN NOT NULL,
    "needsStartDate" BOOLEAN NOT NULL,
    "expireDays" INTEGER,
    "label" TEXT,
    "premark" TEXT,
    "networks" JSONB,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "vanishedAt" TIMESTAMPTZ(3),
    -- When the network last said that it had not enough cards of a plan, and how many had been asked for.
    "noStockAt" TIMESTAMPTZ(3),
    "noStockCount" INTEGER,
    CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Plan_skuId_planKey_key" ON "Plan" ("skuId", "planKey");

CREATE TABLE "PlanChange" (
    "id" TEXT NOT NULL,
    "syncRunId" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "planId" TEXT,
    "kind" "PlanChangeKind" NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PlanChange_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "PlanChange_at_idx" ON "PlanChange" ("at");
CREATE INDEX "PlanChange_kind_at_idx" ON "PlanChange" ("kind", "at");
CREATE INDEX "PlanChange_skuId_at_idx" ON "PlanChange" ("skuId", "at");
-- The numbers of a pass over the catalogue lead to its differences, the newest first.
CREATE INDEX "PlanChange_syncRunId_at_idx" ON "PlanChange" ("syncRunId", "at");

CREATE TABLE "PremarkRule" (
    "textHash" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "answer" "PremarkAnswer" NOT NULL,
    "setBy" TEXT NOT NULL,
    "setAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PremarkRule_pkey" PRIMARY KEY ("textHash")
);

-- Rules of price are changed by revisions: a draft is previewed, applied at once or at a time, and can be undone.
CREATE TABLE "PriceRevision" (
    "id" TEXT NOT NULL,
    "state" "PriceRevisionState" NOT NULL DEFAULT 'draft',
    "title" TEXT NOT NULL DEFAULT '',
    "edits" JSONB NOT NULL,
    "rate" JSONB,
    "turn" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER,
    "before" JSONB,
    "counts" JSONB,
    "dueAt" TIMESTAMPTZ(3),
    "stopReason" TEXT,
    "undoes" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "appliedAt" TIMESTAMPTZ(3),
    CONSTRAINT "PriceRevision_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PriceRevision_number_key" ON "PriceRevision" ("number");
CREATE INDEX "PriceRevision_state_dueAt_idx" ON "PriceRevision" ("state", "dueAt");
CREATE INDEX "PriceRevision_updatedAt_idx" ON "PriceRevision" ("updatedAt");

CREATE TABLE "PriceRule" (
    "id" TEXT NOT NULL,
    "scope" "PriceScope" NOT NULL,
    "scopeKey" TEXT NOT NULL DEFAULT '',
    "percent" DECIMAL(9,4),
    "addMinor" INTEGER,
    "fixedMinor" INTEGER,
    -- Without a rounding of its own, a rule takes that of the next wider one.
    "rounding" "PriceRounding" DEFAULT 'none',
    "floorPercent" DECIMAL(9,4),
    "floorMinor" INTEGER,
    "version" INTEGER NOT NULL,
    "validFrom" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replacedAt" TIMESTAMPTZ(3),
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PriceRule_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "PriceRule_one_current_per_scope" ON "PriceRule" ("scope", "scopeKey") WHERE "replacedAt" IS NULL;
CREATE INDEX "PriceRule_scope_scopeKey_idx" ON "PriceRule" ("scope", "scopeKey");

-- Discounts by code, and what each of them took off which order.
CREATE TABLE "Promotion" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" "PromotionKind" NOT NULL,
    "basisPoints" INTEGER,
    "amountMinor" INTEGER,
    "currency" CHAR(3) NOT NULL,
    "minimumMinor" INTEGER NOT NULL DEFAULT 0,
    "totalLimit" INTEGER,
    "personLimit" INTEGER,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3),
    "timeZone" TEXT NOT NULL,
    "skuIds" INTEGER[],
    "planKind" TEXT,
    "stacks" BOOLEAN NOT NULL DEFAULT false,
    "maySellUnderFloor" BOOLEAN NOT NULL DEFAULT false,
    "endedAt" TIMESTAMPTZ(3),
    "turn" INTEGER NOT NULL DEFAULT 1,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Promotion_limits" CHECK (
      "minimumMinor" >= 0 AND "totalLimit" > 0 AND "personLimit" > 0),
    CONSTRAINT "Promotion_one_discount" CHECK (
      ("kind" = 'PERCENT' AND "amountMinor" IS NULL AND "basisPoints" BETWEEN 1 AND 10000)
      OR ("kind" = 'FIXED' AND "basisPoints" IS NULL AND "amountMinor" > 0)),
    CONSTRAINT "Promotion_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Promotion_code_key" ON "Promotion" ("code");
CREATE INDEX "Promotion_createdAt_idx" ON "Promotion" ("createdAt");

CREATE TABLE "PromotionUse" (
    "id" TEXT NOT NULL,
    "promotionId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "discountMinor" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedAt" TIMESTAMPTZ(3),
    CONSTRAINT "PromotionUse_pkey" PRIMARY KEY ("id")
);
-- What counts against a limit.
CREATE INDEX "PromotionUse_counted" ON "PromotionUse" ("promotionId") WHERE "releasedAt" IS NULL;
CREATE INDEX "PromotionUse_orderId_idx" ON "PromotionUse" ("orderId");
CREATE UNIQUE INDEX "PromotionUse_promotionId_orderId_key" ON "PromotionUse" ("promotionId", "orderId");
CREATE TRIGGER "PromotionUse_given_back_once" BEFORE UPDATE ON "PromotionUse" FOR EACH ROW
  WHEN (OLD."releasedAt" IS NOT NULL OR NEW."releasedAt" IS NULL
    OR (OLD."id", OLD."promotionId", OLD."orderId", OLD."code", OLD."discountMinor", OLD."createdAt")
      IS DISTINCT FROM (NEW."id", NEW."promotionId", NEW."orderId", NEW."code", NEW."discountMinor", NEW."createdAt"))
  EXECUTE FUNCTION refuse_change();

CREATE TABLE "ProviderEvent" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "state" "ProviderEventState" NOT NULL DEFAULT 'RECEIVED',
    -- The database's own clock, at the moment of the insert: it is compared with the moment at which a payment was read.
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "appliedAt" TIMESTAMPTZ(3),
    CONSTRAINT "ProviderEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ProviderEvent_objectId_idx" ON "ProviderEvent" ("objectId");
CREATE UNIQUE INDEX "ProviderEvent_provider_eventId_key" ON "ProviderEvent" ("provider", "eventId");
CREATE INDEX "ProviderEvent_received" ON "ProviderEvent" ("receivedAt") WHERE "state" = 'RECEIVED';
-- Health counts and lists what payment providers said about no payment of this store. Most of what they say is of one.
CREATE INDEX "ProviderEvent_unmatched" ON "ProviderEvent" ("receivedAt") WHERE "state" = 'UNMATCHED';

CREATE TABLE "Quote" (
    "id" TEXT NOT NULL,
    "kind" "LineKind" NOT NULL DEFAULT 'PURCHASE',
    "planId" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    "cardId" TEXT,
    "count" INTEGER NOT NULL,
    "days" INTEGER,
    "startDate" CHAR(10),
    "locale" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unitMinor" INTEGER NOT NULL,
    "discountMinor" INTEGER NOT NULL DEFAULT 0,
    "taxMinor" INTEGER NOT NULL DEFAULT 0,
    "totalMinor" INTEGER NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "costCurrency" CHAR(3) NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "ruleVersion" INTEGER NOT NULL,
    "priceId" INTEGER NOT NULL,
    "planCode" TEXT,
    "snapshot" JSONB NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Quote_count" CHECK ("count" BETWEEN 1 AND 20 AND "totalMinor" >= 0),
    CONSTRAINT "Quote_pkey" PRIMARY KEY ("id")
);
CREATE TRIGGER "Quote_immutable" BEFORE UPDATE ON "Quote" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,
    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- One comparison of our rows with the upstream's list and the payment providers'.
CREATE TABLE "ReconciliationRun" (
    "id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "untilAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "ours" INTEGER NOT NULL DEFAULT 0,
    "listed" INTEGER NOT NULL DEFAULT 0,
    "payments" INTEGER NOT NULL DEFAULT 0,
    "differing" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "closed" INTEGER NOT NULL DEFAULT 0,
    "parts" JSONB NOT NULL DEFAULT '{}',
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "heartbeatAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    CONSTRAINT "ReconciliationRun_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ReconciliationRun_askedAt_idx" ON "ReconciliationRun" ("askedAt");
CREATE INDEX "ReconciliationRun_state_idx" ON "ReconciliationRun" ("state");

CREATE TABLE "Refund" (
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "RefundKind" NOT NULL,
    "state" "RefundState" NOT NULL DEFAULT 'INTENDED',
    "amountMinor" INTEGER NOT NULL,
    "expectedRefundedSoFar" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "providerRefundId" TEXT,
    "requestedBy" TEXT NOT NULL,
    "nextActionAt" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "doneAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Refund_amount" CHECK ("amountMinor" > 0),
    CONSTRAINT "Refund_pkey" PRIMARY KEY ("id")
);
-- The refund ledger, newest first.
CREATE INDEX "Refund_createdAt_id_idx" ON "Refund" ("createdAt", "id");
CREATE INDEX "Refund_forgotten" ON "Refund" ("id") WHERE "nextActionAt" IS NULL AND "state" IN ('INTENDED', 'SENT');
CREATE UNIQUE INDEX "Refund_key_key" ON "Refund" ("key");
CREATE INDEX "Refund_nextActionAt_idx" ON "Refund" ("nextActionAt");
-- The refunds of a payment.
CREATE INDEX "Refund_paymentId_idx" ON "Refund" ("paymentId");
-- A refund is looked up by what its provider calls it.
CREATE INDEX "Refund_providerRefundId_idx" ON "Refund" ("providerRefundId");
CREATE INDEX "Refund_refused" ON "Refund" ("createdAt") WHERE "state" = 'REFUSED';
-- What was given up, refused or ended lately is found without reading the rest.
CREATE INDEX "Refund_state_createdAt_idx" ON "Refund" ("state", "createdAt");
CREATE TRIGGER "Refund_day" AFTER INSERT OR DELETE ON "Refund" FOR EACH ROW EXECUTE FUNCTION mark_by_payment();
CREATE TRIGGER "Refund_day_changed" AFTER UPDATE OF "state" ON "Refund" FOR EACH ROW
  WHEN (OLD."state" <> NEW."state" AND 'DONE' IN (OLD."state", NEW."state")) EXECUTE FUNCTION mark_by_payment();

CREATE TABLE "RefundItem" (
    "id" TEXT NOT NULL,
    "refundId" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "cardId" TEXT,
    "amountMinor" INTEGER NOT NULL,
    CONSTRAINT "RefundItem_amount" CHECK ("amountMinor" > 0),
    CONSTRAINT "RefundItem_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "RefundItem_cardId_idx" ON "RefundItem" ("cardId");
CREATE INDEX "RefundItem_lineId_idx" ON "RefundItem" ("lineId");
CREATE INDEX "RefundItem_refundId_idx" ON "RefundItem" ("refundId");
CREATE TRIGGER "RefundItem_day" AFTER INSERT OR UPDATE OR DELETE ON "RefundItem" FOR EACH ROW EXECUTE FUNCTION mark_by_line();

-- Until when erasures have been carried out in the files of the tables as well, and not in their rows alone.
CREATE TABLE "Rewrite" (
    "id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "Rewrite_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SavedView" (
    "id" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "isDefault" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id")
);
-- An area opens with one view at most.
CREATE UNIQUE INDEX "SavedView_one_default" ON "SavedView" ("staffId", "area") WHERE "isDefault";
CREATE UNIQUE INDEX "SavedView_staffId_area_name_key" ON "SavedView" ("staffId", "area", "name");

CREATE TABLE "SecondLook" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "wish" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "askedBy" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "closedBy" TEXT,
    "outcome" TEXT,
    CONSTRAINT "SecondLook_pkey" PRIMARY KEY ("id")
);
-- The same act waits once.
CREATE UNIQUE INDEX "SecondLook_one_open" ON "SecondLook" ("orderId", "fingerprint") WHERE "closedAt" IS NULL;
CREATE INDEX "SecondLook_orderId_idx" ON "SecondLook" ("orderId");

CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "ShareSession" (
    "id" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "shareId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ShareSession_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ShareSession_expiresAt_idx" ON "ShareSession" ("expiresAt");
CREATE INDEX "ShareSession_shareId_idx" ON "ShareSession" ("shareId");
CREATE UNIQUE INDEX "ShareSession_tokenHash_key" ON "ShareSession" ("tokenHash");

CREATE TABLE "ShopPicture" (
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ShopPicture_pkey" PRIMARY KEY ("hash")
);
CREATE TRIGGER "ShopPicture_immutable" BEFORE UPDATE ON "ShopPicture" FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE "Sku" (
    "id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "upstreamName" TEXT NOT NULL,
    "ownName" TEXT,
    "regionCode" TEXT NOT NULL,
    "iso2" CHAR(2),
    "shelf" "Shelf" NOT NULL,
    "coverageStated" BOOLEAN NOT NULL DEFAULT false,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "rank" INTEGER NOT NULL DEFAULT 1000,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plansReadAt" TIMESTAMPTZ(3),
    "lastReadError" TEXT,
    "vanishedAt" TIMESTAMPTZ(3),
    "isFeatured" BOOLEAN NOT NULL DEFAULT false,
    -- A destination of a partner's physical cards has prices and orders like any other, and no place on the shelf of eSIMs.
    "partnerId" INTEGER,
    CONSTRAINT "Sku_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Sku_slug_key" ON "Sku" ("slug");

CREATE TABLE "SkuCountry" (
    "skuId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "iso2" CHAR(2),
    CONSTRAINT "SkuCountry_pkey" PRIMARY KEY ("skuId", "name")
);
CREATE INDEX "SkuCountry_iso2_idx" ON "SkuCountry" ("iso2");

CREATE TABLE "SkuSlug" (
    "slug" TEXT NOT NULL,
    "skuId" INTEGER NOT NULL,
    CONSTRAINT "SkuSlug_pkey" PRIMARY KEY ("slug")
);

-- What the store says of a destination, by language.
CREATE TABLE "SkuText" (
    "skuId" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "name" TEXT,
    "text" TEXT,
    CONSTRAINT "SkuText_pkey" PRIMARY KEY ("skuId", "locale")
);

CREATE TABLE "Slot" (
    "kind" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "owner" TEXT,
    "until" TIMESTAMPTZ(3),
    CONSTRAINT "Slot_pkey" PRIMARY KEY ("kind", "n")
);

CREATE TABLE "Staff" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "sessionVersion" INTEGER NOT NULL DEFAULT 1,
    "disabledAt" TIMESTAMPTZ(3),
    "lastSignInAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- The columns of lists that somebody does not want to see.
    "hiddenColumns" TEXT[] DEFAULT ARRAY[]::TEXT[],
    CONSTRAINT "Staff_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Staff_email_key" ON "Staff" ("email");

CREATE TABLE "StaffInvite" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "invitedBy" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "StaffInvite_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "StaffInvite_email_idx" ON "StaffInvite" ("email");

CREATE TABLE "StaffPasskey" (
    "id" TEXT NOT NULL,
    "staffId" TEXT,
    "name" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "accountId" TEXT,
    CONSTRAINT "StaffPasskey_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1),
    CONSTRAINT "StaffPasskey_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "StaffPasskey_accountId_idx" ON "StaffPasskey" ("accountId");
CREATE INDEX "StaffPasskey_staffId_idx" ON "StaffPasskey" ("staffId");

CREATE TABLE "StaffRecoveryCode" (
    "codeHash" TEXT NOT NULL,
    "staffId" TEXT,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accountId" TEXT,
    CONSTRAINT "StaffRecoveryCode_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1),
    CONSTRAINT "StaffRecoveryCode_pkey" PRIMARY KEY ("codeHash")
);
CREATE INDEX "StaffRecoveryCode_accountId_idx" ON "StaffRecoveryCode" ("accountId");
CREATE INDEX "StaffRecoveryCode_staffId_idx" ON "StaffRecoveryCode" ("staffId");

-- Each sign-in of a member of staff is a row, so that one of them can be ended alone.
CREATE TABLE "StaffSession" (
    "id" TEXT NOT NULL,
    "staffId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "factor" TEXT,
    "address" TEXT,
    "browser" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "provenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    CONSTRAINT "StaffSession_factor_check" CHECK ("factor" IN ('none', 'totp', 'passkey', 'recovery')),
    CONSTRAINT "StaffSession_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "StaffSession_staffId_idx" ON "StaffSession" ("staffId");

CREATE TABLE "StaffTotp" (
    "staffId" TEXT,
    "secret" BYTEA NOT NULL,
    "lastStep" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    -- A factor belongs to one member of staff or to one customer.
    "id" TEXT NOT NULL DEFAULT gen_random_uuid()::text,
    "accountId" TEXT,
    CONSTRAINT "StaffTotp_one_holder" CHECK (num_nonnulls("staffId", "accountId") = 1),
    CONSTRAINT "StaffTotp_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "StaffTotp_accountId_key" ON "StaffTotp" ("accountId");
CREATE UNIQUE INDEX "StaffTotp_staffId_key" ON "StaffTotp" ("staffId");

CREATE TABLE "SupplierDay" (
    "day" DATE NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "deposits" DECIMAL(24,6) NOT NULL,
    "withdrawals" DECIMAL(24,6) NOT NULL,
    "spend" DECIMAL(24,6) NOT NULL,
    "confirmed" DECIMAL(24,6) NOT NULL,
    "expected" DECIMAL(24,6) NOT NULL,
    CONSTRAINT "SupplierDay_pkey" PRIMARY KEY ("day", "currency")
);

CREATE TABLE "SupplierEntry" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(18,6) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "orderNum" TEXT,
    "note" TEXT,
    "confirmedAt" TIMESTAMPTZ(3),
    "confirmedBy" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SupplierEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SupplierEntry_at_idx" ON "SupplierEntry" ("at");
CREATE INDEX "SupplierEntry_confirmed" ON "SupplierEntry" ("confirmedAt") WHERE "confirmedAt" IS NOT NULL;
CREATE INDEX "SupplierEntry_credited" ON "SupplierEntry" ("at", "id")
  WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NOT NULL;
-- The supplier's entries of an order are added to its figures.
CREATE INDEX "SupplierEntry_orderNum_idx" ON "SupplierEntry" ("orderNum");
CREATE INDEX "SupplierEntry_owed" ON "SupplierEntry" ("at") WHERE "kind" = 'expected_credit' AND "confirmedAt" IS NULL;
-- Among a million sums spent, the few payments to the supplier and the confirmed credits are listed by themselves.
CREATE INDEX "SupplierEntry_paid" ON "SupplierEntry" ("at", "id") WHERE "kind" IN ('deposit', 'withdrawal');
CREATE TRIGGER "SupplierEntry_day" AFTER INSERT OR UPDATE OR DELETE ON "SupplierEntry" FOR EACH ROW EXECUTE FUNCTION mark_by_entry();

CREATE TABLE "SyncRun" (
    "id" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" "SyncState" NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "resumeAfter" INTEGER,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeatAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    CONSTRAINT "SyncRun_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SyncRun_startedAt_idx" ON "SyncRun" ("startedAt");

CREATE TABLE "TillNote" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queuedAt" TIMESTAMPTZ(3),
    CONSTRAINT "TillNote_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "TillNote_email_key" ON "TillNote" ("email");

CREATE TABLE "UpstreamOrder" (
    "orderNum" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "attemptId" TEXT,
    "isRenewal" BOOLEAN NOT NULL DEFAULT false,
    "status" INTEGER,
    "statusReadAt" TIMESTAMPTZ(3),
    "cost" DECIMAL(18,6),
    "costCurrency" CHAR(3) NOT NULL,
    "lockDecisionAt" TIMESTAMPTZ(3),
    "lockedBy" TEXT,
    "refetchedAt" TIMESTAMPTZ(3),
    "listedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "UpstreamOrder_pkey" PRIMARY KEY ("orderNum")
);
CREATE INDEX "UpstreamOrder_createdAt_idx" ON "UpstreamOrder" ("createdAt");
CREATE INDEX "UpstreamOrder_lineId_idx" ON "UpstreamOrder" ("lineId");
CREATE TRIGGER "UpstreamOrder_day" AFTER INSERT OR DELETE ON "UpstreamOrder" FOR EACH ROW EXECUTE FUNCTION mark_by_line();
CREATE TRIGGER "UpstreamOrder_day_changed" AFTER UPDATE OF "cost", "costCurrency" ON "UpstreamOrder" FOR EACH ROW
  WHEN ((OLD."cost", OLD."costCurrency") IS DISTINCT FROM (NEW."cost", NEW."costCurrency")) EXECUTE FUNCTION mark_by_line();

CREATE TABLE "UpstreamSession" (
    "id" TEXT NOT NULL,
    "sealedToken" BYTEA,
    "issuedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "lastCode" INTEGER,
    "lastError" TEXT,
    "lastLoginAt" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3),
    "configMark" TEXT,
    CONSTRAINT "UpstreamSession_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "UsageReading" (
    "id" BIGSERIAL NOT NULL,
    "cardId" TEXT NOT NULL,
    "orderNum" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "usedForm" TEXT NOT NULL,
    "usedMb" DOUBLE PRECISION,
    "totalMb" DOUBLE PRECISION,
    "isDayPass" BOOLEAN,
    "beginsAt" TIMESTAMPTZ(3),
    "endsAt" TIMESTAMPTZ(3),
    "firstReadAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "UsageReading_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "UsageReading_cardId_orderNum_readAt_idx" ON "UsageReading" ("cardId", "orderNum", "readAt");

CREATE TABLE "UsageWatch" (
    "orderNum" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "askedAt" TIMESTAMPTZ(3),
    CONSTRAINT "UsageWatch_pkey" PRIMARY KEY ("orderNum")
);
-- Health counts what was asked since midnight. Most orders are never asked about again, and many never were.
CREATE INDEX "UsageWatch_asked" ON "UsageWatch" ("askedAt") WHERE "askedAt" IS NOT NULL;
CREATE INDEX "UsageWatch_dueAt_idx" ON "UsageWatch" ("dueAt");

CREATE TABLE "Withdrawal" (
    "id" TEXT NOT NULL,
    "orderId" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "actedAt" TIMESTAMPTZ(3),
    "outcome" JSONB,
    CONSTRAINT "Withdrawal_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Withdrawal_confirmedAt_idx" ON "Withdrawal" ("confirmedAt");
CREATE INDEX "Withdrawal_orderId_idx" ON "Withdrawal" ("orderId");

-- Whatever changes a figure marks its day, in the transaction of the change. Offers never change. It reads tables, so it
-- comes after them.
CREATE FUNCTION mark_day_of(order_id text) RETURNS void LANGUAGE sql AS
  'INSERT INTO "DayMark" SELECT o."mode", (o."createdAt" AT TIME ZONE ''UTC'')::date, pg_current_xact_id()::text::bigint FROM "Order" o WHERE o."id" = order_id ON CONFLICT DO NOTHING';

-- References between the tables

ALTER TABLE "AccessLink" ADD CONSTRAINT "AccessLink_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "AccountSession" ADD CONSTRAINT "AccountSession_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_lineId_fkey"
  FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "BankPayout" ADD CONSTRAINT "BankPayout_transferId_fkey"
  FOREIGN KEY ("transferId") REFERENCES "BankTransfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CancelItem" ADD CONSTRAINT "CancelItem_attemptId_fkey"
  FOREIGN KEY ("attemptId") REFERENCES "CancelAttempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CancelItem" ADD CONSTRAINT "CancelItem_cardId_fkey"
  FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CardShare" ADD CONSTRAINT "CardShare_cardId_fkey"
  FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Card" ADD CONSTRAINT "Card_lineId_fkey"
  FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Card" ADD CONSTRAINT "Card_orderNum_fkey"
  FOREIGN KEY ("orderNum") REFERENCES "UpstreamOrder"("orderNum") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Credit" ADD CONSTRAINT "Credit_holderId_fkey"
  FOREIGN KEY ("holderId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Credit" ADD CONSTRAINT "Credit_id_fkey"
  FOREIGN KEY ("id") REFERENCES "Promotion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Customer" ADD CONSTRAINT "Customer_personId_fkey"
  FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "GuestGrant" ADD CONSTRAINT "GuestGrant_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "GuestGrant" ADD CONSTRAINT "GuestGrant_sessionId_fkey"
  FOREIGN KEY ("sessionId") REFERENCES "GuestSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Line" ADD CONSTRAINT "Line_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Line" ADD CONSTRAINT "Line_quoteId_fkey"
  FOREIGN KEY ("quoteId") REFERENCES "Quote"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Order" ADD CONSTRAINT "Order_customerId_fkey"
  FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Order" ADD CONSTRAINT "Order_personId_fkey"
  FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "PartnerPlan" ADD CONSTRAINT "PartnerPlan_partnerId_fkey"
  FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PartnerSku" ADD CONSTRAINT "PartnerSku_partnerId_fkey"
  FOREIGN KEY ("partnerId") REFERENCES "Partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_skuId_fkey"
  FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "PromotionUse" ADD CONSTRAINT "PromotionUse_orderId_fkey"
  FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "PromotionUse" ADD CONSTRAINT "PromotionUse_promotionId_fkey"
  FOREIGN KEY ("promotionId") REFERENCES "Promotion"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Quote" ADD CONSTRAINT "Quote_planId_fkey"
  FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "RefundItem" ADD CONSTRAINT "RefundItem_cardId_fkey"
  FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "RefundItem" ADD CONSTRAINT "RefundItem_refundId_fkey"
  FOREIGN KEY ("refundId") REFERENCES "Refund"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_paymentId_fkey"
  FOREIGN KEY ("paymentId") REFERENCES "Payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_staffId_fkey"
  FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ShareSession" ADD CONSTRAINT "ShareSession_shareId_fkey"
  FOREIGN KEY ("shareId") REFERENCES "CardShare"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkuCountry" ADD CONSTRAINT "SkuCountry_skuId_fkey"
  FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkuText" ADD CONSTRAINT "SkuText_skuId_fkey"
  FOREIGN KEY ("skuId") REFERENCES "Sku"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffPasskey" ADD CONSTRAINT "StaffPasskey_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffPasskey" ADD CONSTRAINT "StaffPasskey_staffId_fkey"
  FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffRecoveryCode" ADD CONSTRAINT "StaffRecoveryCode_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffRecoveryCode" ADD CONSTRAINT "StaffRecoveryCode_staffId_fkey"
  FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffSession" ADD CONSTRAINT "StaffSession_staffId_fkey"
  FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "StaffTotp" ADD CONSTRAINT "StaffTotp_staffId_fkey"
  FOREIGN KEY ("staffId") REFERENCES "Staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UpstreamOrder" ADD CONSTRAINT "UpstreamOrder_attemptId_fkey"
  FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "UpstreamOrder" ADD CONSTRAINT "UpstreamOrder_lineId_fkey"
  FOREIGN KEY ("lineId") REFERENCES "Line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "UsageReading" ADD CONSTRAINT "UsageReading_cardId_fkey"
  FOREIGN KEY ("cardId") REFERENCES "Card"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "UsageWatch" ADD CONSTRAINT "UsageWatch_orderNum_fkey"
  FOREIGN KEY ("orderNum") REFERENCES "UpstreamOrder"("orderNum") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rows that every store has

INSERT INTO "CatalogState" ("id") VALUES (1);
INSERT INTO "UpstreamSession" ("id") VALUES ('main');
INSERT INTO "Breaker" ("key") VALUES ('reads'), ('placements');
-- Places for order calls under way: how many of them are taken is a setting.
INSERT INTO "Slot" ("kind", "n") SELECT 'placement', n FROM generate_series(1, 16) AS n;
INSERT INTO "PriceRule" ("id", "scope", "percent", "rounding", "floorPercent", "version", "createdBy")
  VALUES ('prl_first', 'global', 40, 'none', 5, 1, 'store');
