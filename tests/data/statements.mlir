!memref_gmem_f16 = !cute.memref<f16, gmem, align<16>, "(?{div=8},64):(64,1)">
#loc = loc(unknown)
module {
  func.func @f(%arg0: !memref_gmem_f16) -> !cute.layout<"((4,4),(2,2)):((1,4),(16,32))"> {
    %lay = cute.get_layout(%arg0) : (!memref_gmem_f16) -> !cute.layout<"(?{div=8},64):(64,1)">
    %0 = "cute.composition"(%lay, %a) : (!cute.layout<"(6,2):(8,2)">, !cute.layout<"(4,3):(3,1)">) -> !cute.layout<"((2,2),3):((24,2),8)">
    %1 = cute.composition(%lay, %t) : (!cute.layout<"(?{div=8},64):(64,1)">, !cute.tile<"[4:1;8:1]">) -> !cute.layout<"(4,8):(64,1)">
    %2 = cute.composition(%lay, %a) : (!cute.layout<"(4,8):(8,1)">, !cute.tile<"[2:1]">) -> !cute.layout<"(2):(8)">
    %3 = cute.coalesce(%lay) : (!cute.layout<"(2,(1,6)):(1,(6,2))">) -> !cute.layout<"12:1">
    %4 = cute.complement(%lay, %c) : (!cute.layout<"4:2">, !cute.shape<"24">) -> !cute.layout<"(2,3):(1,8)">
    %5 = cute.right_inverse(%lay) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,1)">
    %6 = cute.left_inverse(%lay) : (!cute.layout<"(4,8):(8,1)">) -> !cute.layout<"(8,4):(4,2)">
    %7 = cute.size(%lay) : (!cute.layout<"(4,8):(8,1)">) -> !cute.int_tuple<"32">
    %8 = cute.size <{mode = [0]}> (%lay) : (!cute.layout<"(4,8):(8,1)">) -> !cute.int_tuple<"4">
    %9 = cute.get_iter(%arg0) : (!memref_gmem_f16) -> !cute.ptr<f16, gmem, align<16>>
    %10 = cute.zipped_divide(%lay, %t) : !cute.layout<"(4,8):(8,1)">, !cute.tile<"[2:1;4:1]">
    %11 = cute.composition(%lay, %a) : (!cute.layout<"(16,16):(16,2)">, !cute.layout<"8:12">) -> !cute.layout<"(2,4):(192,2)">
    %12 = cute.coalesce(%lay) : (!cute.layout<"(x,6):(1,x)">) -> !cute.layout<"12:1">
    %13 = cute.logical_product(%lay, %b) : (!cute.layout<"(2,2):(4,1)">, !cute.layout<"6:1">) -> !cute.layout<"((2,2),(2,3)):((4,1),(2,8))">
    %14 = cute.coalesce(%lay) : (!cute.layout<"(2,6):(1,2)">) -> !cute.layout<"(12):(1)">
    return %13 : !cute.layout<"((4,4),(2,2)):((1,4),(16,32))">
  }
  func.func @divide_1(%arg0: !cute.layout<"16:4">, %arg1: !cute.tile<"[4:1]">) -> !cute.layout<"((4,4)):((4,16))"> {
    %div = cute.logical_divide(%arg0, %arg1) : !cute.layout<"16:4">, !cute.tile<"[4:1]">
    return %div : !cute.layout<"((4,4)):((4,16))">
  }
}
