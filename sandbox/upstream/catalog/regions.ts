const EUROPE_30 =
  '40 56 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 438 440 442 470 528 578 616 620 642 703 705 724 752'
const ASIA_CORE = '344=China.HongKong 446=China.Macao 158=China.Taiwan 392 410=Korea 702 458 764 704 360 608 116'
const GLOBAL = `${EUROPE_30} ${ASIA_CORE} 156 410=South_Korea 756 826=UK 792=Turkey 891 499 8 807 70 498 804 840=USA 124 484 76 32 152 604 170 188 591 320 222 36 554 784=UAE 682 634 414 48 512 376 818 504 788 710 404 834 800 480 356 144 586 50 398 860 268 51 418 496 292 831 833 832 20 492 674 234=Faeroe`

/**
 * One row per multi-country product: code | English | Chinese | wholesale USD per GB | members.
 * A member is a country code, or `code=Name` where the list spells the name its own way (`_` stands for a space).
 */
export const REGIONS = [
  `99911|Global|全球|2.4|${GLOBAL}`,
  `99915|Europe 33+|欧洲33国|0.75|${EUROPE_30} 756 826=UK 792=Türkiye 70 234=Faroe`,
  `99901|Asia 12|亚洲12地|0.8|${ASIA_CORE}`,
  '99902|Southeast Asia|东南亚|0.7|702 458 764 704 360 608 116 418=Lao 104 96=Brunei_Darussalam',
  '99903|Balkans|巴尔干|0.9|8 70 191 499 807=Macedonia 891 705 100 300 642',
  '99904|North America|北美|0.85|840=USA 124 484',
  '99905|Latin America|拉丁美洲|1.5|32 68 76 152 170 188 214 218 222 320 340 484 558 591 600 604 858',
  '99906|Caribbean|加勒比|2.2|28=Antigua_&_Barbuda 533 44 52 136 531=Curacao 214 308 312 388 474 630 662=St._Lucia 780=Trinidad_&_Tobago 796',
  "99907|Africa|非洲|1.9|818 504 788 710 404 834 800 894 646 288 566 686 384=Côte_d'Ivoire 480 638=Reunion 450 180=Congo_DR",
  '99908|Middle East|中东|1.25|784=UAE 682=KSA 634 48 414 512 400 376 792=Turkey 818',
  '99909|Australia & New Zealand|澳新|0.85|36 554',
  '99912|Greater China|大中华|0.75|156=China_mainland 344=China.HongKong 446=Macau 158=China.Taiwan',
  '99913|Nordics and Faeroe|北欧|0.7|208 246 352 578 752 234=Faeroe 248=Aland_Islands',
  '99914|Europe, the Mediterranean, the Balkans, Türkiye, Switzerland and the UK: one card in total|欧洲与地中海通用|0.95|' +
    `${EUROPE_30} 756 826=UK 792 891 499 8 807 70 504 788 818 376`,
]
