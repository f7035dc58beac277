// The zone of each country's main city, for one clock per destination; a country with several zones still gets one.
const ZONES = `
Africa: Abidjan CI, Accra GH, Addis_Ababa ET, Algiers DZ, Asmara ER, Bamako ML, Bangui CF, Banjul GM, Bissau GW,
Blantyre MW, Brazzaville CG, Bujumbura BI, Cairo EG, Casablanca MA, Conakry GN, Dakar SN, Dar_es_Salaam TZ, Djibouti DJ,
Douala CM, El_Aaiun EH, Freetown SL, Gaborone BW, Harare ZW, Johannesburg ZA, Juba SS, Kampala UG, Khartoum SD,
Kigali RW, Kinshasa CD, Lagos NG, Libreville GA, Lome TG, Luanda AO, Lusaka ZM, Malabo GQ, Maputo MZ, Maseru LS,
Mbabane SZ, Mogadishu SO, Monrovia LR, Nairobi KE, Ndjamena TD, Niamey NE, Nouakchott MR, Ouagadougou BF,
Porto-Novo BJ, Sao_Tome ST, Tripoli LY, Tunis TN, Windhoek NA
America: Anguilla AI, Antigua AG, Aruba AW, Asuncion PY, Barbados BB, Belize BZ, Bogota CO, Caracas VE, Cayenne GF,
Cayman KY, Costa_Rica CR, Curacao CW, Dominica DM, El_Salvador SV, Grand_Turk TC, Grenada GD, Guadeloupe GP,
Guatemala GT, Guayaquil EC, Guyana GY, Havana CU, Jamaica JM, Kralendijk BQ, La_Paz BO, Lima PE, Lower_Princes SX,
Managua NI, Marigot MF, Martinique MQ, Mexico_City MX, Miquelon PM, Montevideo UY, Montserrat MS, Nassau BS,
New_York US, Nuuk GL, Panama PA, Paramaribo SR, Port-au-Prince HT, Port_of_Spain TT, Puerto_Rico PR, Santiago CL,
Santo_Domingo DO, Sao_Paulo BR, St_Barthelemy BL, St_Kitts KN, St_Lucia LC, St_Thomas VI, St_Vincent VC,
Tegucigalpa HN, Toronto CA, Tortola VG
America/Argentina: Buenos_Aires AR
Asia: Aden YE, Almaty KZ, Amman JO, Ashgabat TM, Baghdad IQ, Bahrain BH, Baku AZ, Bangkok TH, Beirut LB, Bishkek KG,
Brunei BN, Colombo LK, Damascus SY, Dhaka BD, Dili TL, Dubai AE, Dushanbe TJ, Gaza PS, Ho_Chi_Minh VN, Hong_Kong HK,
Jakarta ID, Jerusalem IL, Kabul AF, Karachi PK, Kathmandu NP, Kolkata IN, Kuala_Lumpur MY, Kuwait KW, Macau MO,
Manila PH, Muscat OM, Nicosia CY, Phnom_Penh KH, Pyongyang KP, Qatar QA, Riyadh SA, Seoul KR, Shanghai CN,
Singapore SG, Taipei TW, Tashkent UZ, Tbilisi GE, Tehran IR, Thimphu BT, Tokyo JP, Ulaanbaatar MN, Vientiane LA,
Yangon MM, Yerevan AM
Atlantic: Bermuda BM, Cape_Verde CV, Faroe FO, Reykjavik IS, South_Georgia GS, St_Helena SH, Stanley FK
Australia: Sydney AU
Europe: Amsterdam NL, Andorra AD, Athens GR, Belgrade RS, Belgrade XK, Berlin DE, Bratislava SK, Brussels BE, Bucharest RO,
Budapest HU, Chisinau MD, Copenhagen DK, Dublin IE, Gibraltar GI, Guernsey GG, Helsinki FI, Isle_of_Man IM,
Istanbul TR, Jersey JE, Kyiv UA, Lisbon PT, Ljubljana SI, London GB, Luxembourg LU, Madrid ES, Malta MT, Mariehamn AX,
Minsk BY, Monaco MC, Moscow RU, Oslo NO, Paris FR, Podgorica ME, Prague CZ, Riga LV, Rome IT, San_Marino SM,
Sarajevo BA, Skopje MK, Sofia BG, Stockholm SE, Tallinn EE, Tirane AL, Vaduz LI, Vatican VA, Vienna AT, Vilnius LT,
Warsaw PL, Zagreb HR, Zurich CH
Indian: Antananarivo MG, Comoro KM, Mahe SC, Maldives MV, Mauritius MU, Mayotte YT, Reunion RE
Pacific: Apia WS, Auckland NZ, Efate VU, Fiji FJ, Funafuti TV, Guadalcanal SB, Guam GU, Majuro MH, Nauru NR, Niue NU,
Norfolk NF, Noumea NC, Pago_Pago AS, Palau PW, Pohnpei FM, Port_Moresby PG, Rarotonga CK, Saipan MP, Tahiti PF,
Tarawa KI, Tongatapu TO, Wallis WF
`

const BY_COUNTRY = new Map(
  ZONES.replaceAll(',\n', ', ')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [area = '', cities = ''] = line.split(': ')

      return cities.split(', ').map((entry): [string, string] => {
        const [city = '', iso2 = ''] = entry.split(' ')

        return [iso2, `${area}/${city}`]
      })
    }),
)

/** Returns the IANA zone of a country's main city, `null` for a country that the table lacks. */
export function timeZoneOf(iso2: string | null): string | null {
  return iso2 === null ? null : (BY_COUNTRY.get(iso2) ?? null)
}
