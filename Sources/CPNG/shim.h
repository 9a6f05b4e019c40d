#pragma once
#include <png.h>
#include <string.h>
