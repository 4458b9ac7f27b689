"""Names of months: a table, because no package is needed to install ncleaner.

A word is a month if it is in the table, or the beginning of a name, of three letters or more, that no other month has.
Other languages are served by dates in numbers, and by the machine-readable dates that most pages have.
"""

from __future__ import annotations

_NAMES = """
    january february march april may june july august september october november december
    januar februar märz april mai juni juli august september oktober november dezember
    jänner feber - - - - - - - - - -
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    januari februari maart april mei juni juli augustus september oktober november december
    januari februari mars april maj juni juli augusti september oktober november december
    januar februar marts april maj juni juli august september oktober november desember
    tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    ledna února března dubna května června července srpna září října listopadu prosince
    januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
    siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    януари февруари март април май юни юли август септември октомври ноември декември
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
    ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
    január február március április május június július augusztus szeptember október november december
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    januari februari maret april mei juni juli agustus september oktober november desember
    gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
    jan feb mar apr may jun jul aug sept oct nov dec
    ene - mär avr mai - - ago sep okt - dez
    gen - mrt abr mag giu lug août set ott - déc
    - fév - - - - juil - - out - dic
    sty lut - kwi - cze lip sie wrz paź lis gru
    يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
""".split("\n")

_SHORTEST = 3  # letters of an abbreviation


def _table() -> dict[str, int]:
    """Return the months by their names and unambiguous beginnings; of two meanings of a name, the first counts."""
    rows = [line.split() for line in _NAMES if line.strip()]
    table: dict[str, int] = {}
    for row in rows:
        for month, name in enumerate(row, 1):
            table.setdefault(name, month)
    beginnings: dict[str, int] = {}
    for name, month in list(table.items()):
        for length in range(_SHORTEST, len(name)):
            start = name[:length]
            beginnings[start] = month if beginnings.get(start, month) == month else 0
    return {**{start: month for start, month in beginnings.items() if month}, **table}


_MONTHS: dict[str, int] = {}


def month_of(word: str) -> int:
    """Return the number of the month that a word in lower case names, or 0."""
    if not _MONTHS:
        _MONTHS.update(_table())
    return _MONTHS.get(word) or _MONTHS.get(word.removesuffix("ta"), 0)  # as in Finnish
