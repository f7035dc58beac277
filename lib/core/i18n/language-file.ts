import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import js2xliff from 'xliff/js2xliff'
import xliff2js from 'xliff/xliff2js'
import { treeOf } from '#lib/core/i18n/compose-messages.ts'
import { DEFAULT_LOCALE, isShipped, type Locale, type ShippedLocale } from '#lib/core/i18n/config.ts'

/** A text to translate: what English says, and what the language says so far. */
export type LanguageFileRow = { key: string; english: string; text: string | null }

/** Why a file cannot be read at all. */
export type LanguageFileProblem = 'encoding' | 'form' | 'language'

/** Writes the texts of a language for a translator: XLIFF 2, or a tree in JSON, in which English stands where nothing is said. */
export async function writeLanguageFile(
  form: 'xliff' | 'json',
  locale: Locale,
  rows: readonly LanguageFileRow[],
): Promise<string> {
  if (form === 'json') {
    const texts = Object.fromEntries(rows.map(({ key, english, text }) => [key, text ?? english]))

    return `${JSON.stringify(treeOf(texts), null, 2)}\n`
  }
  const resources: Record<string, Record<string, { source: string; target?: string }>> = {}
  for (const { key, english, text } of rows) {
    const [file = '', ...unit] = key.split('.')
    const units = resources[file] ?? {}
    units[unit.join('.')] = { source: english, ...(text !== null && { target: text }) }
    resources[file] = units
  }

  return js2xliff({ sourceLanguage: DEFAULT_LOCALE, targetLanguage: locale, resources })
}

/** Reads a file of a translator, either form of it: the texts by their keys. A unit without a text is left out. */
export async function readLanguageFile(
  file: string,
  locale: Locale,
): Promise<{ texts: Map<string, string> } | { problem: LanguageFileProblem }> {
  // What stands for bytes that are no UTF-8.
  if (file.includes('\ufffd')) return { problem: 'encoding' }
  const bare = file.replace(/^\ufeff/, '').trim()
  try {
    if (bare.startsWith('{')) return { texts: flatten(JSON.parse(bare), false) }
    if (!/<xliff[^>]+version=["']2\./.test(bare)) return { problem: 'form' }
    const { targetLanguage, resources } = await xliff2js(bare)
    if (targetLanguage && !targetLanguage.toLowerCase().startsWith(locale)) return { problem: 'language' }

    return { texts: flatten(resources, true) }
  } catch {
    return { problem: 'form' }
  }
}

const MAX_DEPTH = 12

/** Collects the texts of a tree; where it has units, of each that has a source its target. */
function flatten(tree: unknown, hasUnits: boolean): Map<string, string> {
  const texts = new Map<string, string>()
  const waiting: { value: unknown; path: string[] }[] = [{ value: tree, path: [] }]
  // It grows while it is walked: a file is nested as deeply as its writer likes.
  for (const { value, path } of waiting) {
    if (typeof value === 'string') texts.set(path.join('.'), value)
    if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) continue
    if (hasUnits && 'source' in value && typeof value.source !== 'object') {
      const target = 'target' in value ? value.target : undefined
      // Marks of the file's own inside a text come as a list; as text they would be lost.
      if (target !== undefined) texts.set(path.join('.'), typeof target === 'string' ? target : '<ph>')
      continue
    }
    for (const [key, below] of Object.entries(value)) waiting.push({ value: below, path: [...path, key] })
  }

  return texts
}

/**
 * What is wrong with a text: the formatter cannot read it; it has other values or marks than the English one; a plural lacks
 * a category of the language; a choice has other branches.
 */
export type MessageProblem = { kind: 'unreadable' | 'values' | 'plural' | 'choice'; details: string[] }

/** `shown` are the values and marks that a reader sees; `known` counts those as well by which a form is chosen. */
type Parts = { shown: Set<string>; known: Set<string>; plurals: string[][]; choices: Map<string, string> }

/**
 * Compares a text with the English one that it stands for; `null` when it can be shown in its place.
 *
 * A text with a value that the page does not give would be shown as its key, and one that lacks a value hides it. By which
 * values a form is chosen is up to the language.
 */
export function checkMessage(locale: string, english: string, text: string): MessageProblem | null {
  let found: Parts
  try {
    found = partsOf(text)
  } catch (error) {
    return { kind: 'unreadable', details: [error instanceof Error ? error.message : String(error)] }
  }
  const wanted = partsOf(english)
  const lost = [...wanted.shown].filter((name) => !found.known.has(name))
  const differing = [...lost, ...[...found.known].filter((name) => !wanted.known.has(name))]
  if (differing.length > 0) return { kind: 'values', details: differing.sort() }
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const lacking = categories.filter((category) => found.plurals.some((plural) => !plural.includes(category)))
  if (lacking.length > 0) return { kind: 'plural', details: lacking }
  const choices = [...found.choices].filter(([name, branches]) => (wanted.choices.get(name) ?? branches) !== branches)

  return choices.length > 0 ? { kind: 'choice', details: choices.map(([name]) => name) } : null
}

function partsOf(text: string): Parts {
  const parts: Parts = { shown: new Set(), known: new Set(), plurals: [], choices: new Map() }
  collect(parse(text), parts)

  return parts
}

function collect(elements: MessageFormatElement[], parts: Parts): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const name = element.type === TYPE.tag ? `<${element.value}>` : `{${element.value}}`
    parts.known.add(name)
    if (element.type === TYPE.tag) collect(element.children, parts)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) {
      parts.shown.add(name)
      continue
    }
    const branches = Object.keys(element.options)
    if (element.type === TYPE.plural) parts.plurals.push(branches)
    else parts.choices.set(element.value, branches.sort().join(' '))
    for (const { value } of Object.values(element.options)) collect(value, parts)
  }
}

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
