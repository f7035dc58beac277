import type { Shelf } from '#lib/settings/rules/shop.ts'

/** Parts of the world that people search for, by their names in the languages of the shop, and the countries there. */
export const AREAS: readonly { names: string[]; countries: string[] }[] = Object.entries({
  'Balkans|Balkan|البلقان': 'AL BA BG GR HR ME MK RO RS SI XK',
  'Baltics|Baltikum|دول البلطيق': 'EE LT LV',
  Benelux: 'BE LU NL',
  'Caribbean|Karibik|الكاريبي': 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI',
  'Caucasus|Kaukasus|القوقاز': 'AM AZ GE',
  'Central America|Mittelamerika|أمريكا الوسطى': 'BZ CR GT HN NI PA SV',
  'Central Asia|Zentralasien|آسيا الوسطى': 'KG KZ TJ TM UZ',
  'East Africa|Ostafrika|شرق أفريقيا': 'BI ET KE RW TZ UG',
  'East Asia|Ostasien|شرق آسيا': 'CN HK JP KR MO TW',
  'Gulf|Golf|GCC|دول الخليج|الخليج': 'AE BH KW OM QA SA',
  'Iberia|Iberische Halbinsel|شبه الجزيرة الأيبيرية': 'ES PT',
  'Middle East|Naher Osten|الشرق الأوسط': 'AE BH EG IL IQ JO KW LB OM PS QA SA SY TR YE',
  'Nordics|Nordeuropa|Scandinavia|Skandinavien|دول الشمال|إسكندنافيا': 'DK FI IS NO SE',
  'North Africa|Nordafrika|Maghreb|شمال أفريقيا|المغرب العربي': 'DZ EG LY MA TN',
  'Pacific|Südsee|المحيط الهادئ': 'CK FJ GU NC PF PG SB TO VU WS',
  'South America|Südamerika|أمريكا الجنوبية': 'AR BO BR CL CO EC GY PE PY SR UY VE',
  'South Asia|Südasien|جنوب آسيا': 'BD BT IN LK MV NP PK',
  'Southeast Asia|South East Asia|Südostasien|جنوب شرق آسيا': 'BN ID KH LA MM MY PH SG TH TL VN',
  'Southern Africa|Südliches Afrika|جنوب القارة الأفريقية': 'BW LS MZ NA SZ ZA ZM ZW',
  'West Africa|Westafrika|غرب أفريقيا': 'BF BJ CI GH GM GN ML NE NG SL SN TG',
}).map(([names, countries]) => ({ names: names.split('|'), countries: countries.split(' ') }))

/** How the shelves that are a part of the world are called. */
export const CONTINENTS: Partial<Record<Shelf, string[]>> = {
  africa: ['Africa', 'Afrika', 'أفريقيا', 'إفريقيا'],
  asia: ['Asia', 'Asien', 'آسيا'],
  europe: ['Europe', 'Europa', 'Eropa', 'EU', 'أوروبا'],
  latin_america: ['Latin America', 'Lateinamerika', 'أمريكا اللاتينية'],
  north_america: ['North America', 'Nordamerika', 'أمريكا الشمالية'],
  oceania: ['Oceania', 'Ozeanien', 'أوقيانوسيا'],
}
