"""Swedish: ISO where dates are compared, written out in running text."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "Y-m-d"
DATETIME_FORMAT = r"j F Y \k\l. H.i"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
TIME_FORMAT = "H.i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
FIRST_DAY_OF_WEEK = 1
DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\xa0"
NUMBER_GROUPING = 3
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%y-%m-%d", "%Y%m%d", "%d/%m %Y", "%d.%m.%Y"]
TIME_INPUT_FORMATS = ["%H:%M", "%H.%M"]
