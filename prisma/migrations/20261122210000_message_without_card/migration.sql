-- No page ever asked which card a message is about.
ALTER TABLE "Message" DROP COLUMN "cardId";
