#include "CGioShim.h"
