import { isShipped, type Locale, type ShippedLocale } from '#lib/core/i18n/config.ts'

// One thing has one word: these are the other ones. The words to use are in the table of docs/writing.md.
export const OTHER_WORDS: Record<ShippedLocale, readonly RegExp[]> = {
  en: [
    /\bthe network\b/i,
    /\bsealed\b/i,
    /\btill\b/i,
    /\bvouchers?\b/i,
    /\bsuppliers?\b/i,
    /\b(some|no)body\b/i,
    /\bday pass/i,
    /\bfindings?\b/i,
    /\bplastic\b/i,
    /\btelephones?\b/i,
    /would stand/i,
    /\be-mail/i,
    /\b(goes?|going|taken?|took|given?|went) back\b/i,
  ],
  de: [
    /\b(das|dem|des|vom|beim|im|ans|ins) Netz(es)?\b/i,
    /versiegelt/i,
    /Gutschein/,
    /\bPostens?\b/,
    /Lieferant/,
    /\bKennung/,
    /Aktenzeichen/,
    /Untergrenze/,
    /Tagesp[aä]ss/,
    /Plastik/,
    /(Probe|Test)betrieb/,
    /Befund/,
    /vorgemerkt/i,
    /Eigentümer/,
    /zurücknehm|zurückgenommen/i,
    /\bAufruf/,
    /\bArbeiter/,
    /\bZust[aä]nd/,
    /(?<!E-)\bMails?\b/,
  ],
  ar: [/لشبكة (لم|لا|رفضت|ترفض|تقول)/, /مختوم/, /قسيمة/, /المور[ّ]?د(?!ي)/, /تعبئة/, /الصندوق/, /بلاستيك/, /استدعاء/],
  es: [
    /\b[Ww]ifi\b/,
    /\beSIMs\b/,
    /\b(el|un|del|al|los) eSIM\b/i,
    /\b(e-?mail|mail)\b/i,
    /\b(sellad|precintad)[oa]s?\b/i,
    /\bla red\b(?! móvil)/i,
    /\b(cupón|cupones|voucher)\b/i,
    /\bretenid[oa]s?\b/i,
    /\b(usted|ustedes|vosotros|vuestr[oa]s?)\b/i,
    /\b(retracto|revocación)\b/i,
    /\b(checkout|top-?up|hotspot|day ?pass|pase diario)\b/i,
  ],
  fr: [
    /\bplans?\b/i,
    /\btarifs?\b/i,
    /scellé|révélée?s?\b/i,
    /données d’activation|numéro de carte(?! (SIM|bancaire))/i,
    /\b(provider|voucher|checkout|hotspot|login|online)\b/i,
    /bon d’achat|coupon/i,
    /droit de retrait|révocation/i,
    /\bcourriel/i,
    /\bcaisse\b/i,
    /fournisseur de paiement/i,
  ],
  it: [
    /\bvoucher|coupon|buono sconto/i,
    /\bprovider\b/i,
    /\btop-?up\b|rabbocco/i,
    /\bcheckout\b/i,
    /QR code/i,
    /e-mail|\bmail\b/i,
    /sigillat|rilasciat|trattenut/i,
    /\b(un|una|lo|la|della|dello) eSIM/,
    /cancella(re|to|ta)\b/i,
  ],
  pt: [
    /\b(telemóve(l|is)|ecrã|ficheiro|utilizador(es)?|definições|registar|contactar)\b/i,
    /\b([aà]|uma|da|na|sua|minha|esta|nova)s? eSIMs?\b/i,
    /\b(voucher|cupo(m|ns)|estorn\w*)\b/i,
    /\bprovedor(?! de pagamentos)/i,
    /\b(lacrad|selad|revelad)[oa]s?\b/i,
    /\b(retratação|rescisão|direito de (desistência|retirada|cancelamento))\b/i,
    /\b(passe diário|day ?pass|plano fixo)\b/i,
    /\bQR code\b/i,
    /\b(checkout|login|passkey|sandbox)\b/i,
    /\d\s%/,
  ],
  ja: [
    /あなた|私たち|我々|弊社/,
    /トップアップ|バウチャー|クーポン/,
    /封印|開封/,
    /(?<!eSIM)プロバイダー/,
    /ホットスポット|レイオーバー/,
    /目的地|払い戻し|払戻/,
    /までにインストール/,
    /デイパス|固定データ|日次/,
  ],
  zh: [
    /[你妳]/,
    /(?<!银行)卡号/,
    /QR ?码|条形码/,
    /(?<!eSIM )供应商|提供商|上游/,
    /密封|拆封|开封/,
    /撤销权|退出权|反悔权|解约权/,
    /数据(?:计划|套餐|包)|流量包|固定套餐|日票/,
    /线路|塑料|eSIM ?卡/,
    /代金券|抵用券|信用额/,
    /收银台|冻结|扣留/,
    /沙盒|沙箱|试用/,
  ],
}

// And these of a traveller alone: staff know the provider's own words.
export const NOT_TO_TRAVELLERS: Partial<Record<ShippedLocale, readonly RegExp[]>> = {
  en: [/\bby (it|them)sel(f|ves)\b/i, /\bDayPass\b/],
  de: [/DayPass/, /\bein Mensch\b/i],
  ar: [/استرجعت|تسترجع/, /DayPass/, /من تلقاء نفس/],
}

// Names that are the same in every language: of what is sold, and of what a phone shows beside it.
const NAMES = ['eSIM', 'ICCID', 'EID', 'APN']

/** What the glossary has against a text: another word for a thing than its own, or a name that is lost. */
export type GlossaryProblem = { kind: 'word' | 'name'; details: string[] }

/** Returns a text without its values and marks, whose names are no words. */
export function spokenPart(text: string): string {
  return text.replaceAll(/\{\w+\}|<\/?\w+>|\{\w+, (?:plural|select),/g, '')
}

/**
 * Compares a text for travellers with the glossary, and with the English text that it stands for. It may be shown all the
 * same: a word can be right where it stands. The words of a language that did not come along are not known, its names are.
 */
export function checkGlossary(locale: Locale, english: string, text: string): GlossaryProblem | null {
  const spoken = spokenPart(text)
  if (!isShipped(locale)) {
    const lost = NAMES.filter((name) => spokenPart(english).includes(name) && !spoken.includes(name))

    return lost.length > 0 ? { kind: 'name', details: lost } : null
  }
  const words = [...OTHER_WORDS[locale], ...(NOT_TO_TRAVELLERS[locale] ?? [])]
  const found = words.flatMap((word) => word.exec(spoken)?.[0] ?? [])

  return found.length > 0 ? { kind: 'word', details: found } : null
}
