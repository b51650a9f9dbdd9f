// Debian's libxml2 knows ICU, whose types Foundation has too, in another version. Nothing of them is used.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
